import Glibc

/// The memory of this machine.
enum MachineMemory {
    /// All of it, in KiB.
    static var total: Int {
        Int(sysconf(Int32(_SC_PHYS_PAGES))) * (Int(sysconf(Int32(_SC_PAGESIZE))) / 1024)
    }
}
