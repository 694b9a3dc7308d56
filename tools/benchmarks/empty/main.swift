// The smallest Swift program: what the size of others is compared with.
