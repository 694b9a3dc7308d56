import CArgon2
import TenonCore

/// A call of the reference library of Argon2 (RFC 9106), without any policy for its parameters.
struct Argon2Function {
    let variant: Argon2Variant
    let version: Argon2Version
    /// Memory in KiB.
    let memory: Int
    let iterations: Int
    let parallelism: Int

    /// Derives a key.
    ///
    /// - Throws: `SecurityError`: `securityParameters` or `securityMemory`.
    func deriveKey(
        from passphrase: SecretBytes, salt: [UInt8], count: Int, secret: SecretBytes? = nil,
        associatedData: [UInt8] = []
    ) throws -> SecretBytes {
        let secret = secret ?? SecretBytes(count: 0) { _ in }
        // The library declares its inputs mutable but writes to them only when one of its
        // CLEAR flags is set; the default flags set none.
        var salt = salt
        var associatedData = associatedData
        return try SecretBytes(count: count) { key in
            let status = passphrase.withBytes { passphrase in
                secret.withBytes { secret in
                    salt.withUnsafeMutableBufferPointer { salt in
                        associatedData.withUnsafeMutableBufferPointer { associatedData in
                            var context = argon2_context()
                            (context.out, context.outlen) = Self.parts(UnsafeRawBufferPointer(key))
                            (context.pwd, context.pwdlen) = Self.parts(passphrase)
                            (context.secret, context.secretlen) = Self.parts(secret)
                            (context.salt, context.saltlen) = Self.parts(
                                UnsafeRawBufferPointer(salt))
                            (context.ad, context.adlen) = Self.parts(
                                UnsafeRawBufferPointer(associatedData))
                            context.t_cost = UInt32(iterations)
                            context.m_cost = UInt32(memory)
                            context.lanes = UInt32(parallelism)
                            context.threads = UInt32(parallelism)
                            return run(&context)
                        }
                    }
                }
            }
            try Self.check(status: status)
        }
    }

    private func run(_ context: inout argon2_context) -> CInt {
        context.version =
            switch version {
            case .v10: UInt32(ARGON2_VERSION_10.rawValue)
            case .v13: UInt32(ARGON2_VERSION_13.rawValue)
            }
        return switch variant {
        case .d: argon2d_ctx(&context)
        case .id: argon2id_ctx(&context)
        }
    }

    /// The two fields by which the library takes a run of bytes; without bytes the address is null.
    private static func parts(
        _ bytes: UnsafeRawBufferPointer
    ) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return (nil, 0) }
        return (
            UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
            UInt32(bytes.count)
        )
    }

    private static func check(status: CInt) throws {
        switch argon2_error_codes(rawValue: status) {
        case ARGON2_OK: return
        case ARGON2_MEMORY_ALLOCATION_ERROR, ARGON2_THREAD_FAIL:
            throw SecurityError(
                .securityMemory, "There is not enough free memory to derive the key.",
                remedy: "Close other programs and try again.")
        default:
            let reason = argon2_error_message(status).map { String(cString: $0) } ?? "\(status)"
            throw SecurityError(
                .securityParameters, "The key cannot be derived with these parameters: \(reason).")
        }
    }
}
