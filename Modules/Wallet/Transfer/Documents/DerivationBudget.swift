import Glibc
import TenonCore
import TenonSecurity

/// Refuses key derivations of files that would keep this machine busy for more than half a minute.
///
/// Before a password is tried, nothing shows that the parameters of a file are those that a person
/// chose. So what is beyond a second is measured first, with a small part of the work on this machine.
enum DerivationBudget {
    /// The most seconds that one password may take.
    static let most = 30.0

    /// Checks parameters of Argon2; the memory is in KiB.
    ///
    /// - Throws: ``TransferError`` when it takes too long, or too much of the free memory.
    static func checkArgon2(memory: Int, iterations: Int, lanes: Int) throws {
        guard memory > 0, iterations > 0, lanes > 0 else { return }
        let (work, isHuge) = memory.multipliedReportingOverflow(by: iterations)
        guard !isHuge else { throw TransferError.longDerivation(1_000_000_000) }
        if memory > 1 << 18, let free = freeMemory(), memory > free / 2 {
            throw TransferError.largeDerivation(memory >> 10)
        }
        guard work > 1 << 20 else { return }
        let part = 1 << 16
        let seconds = try measure {
            _ = try ForeignArgon2(variant: .id, memory: part, iterations: 1, parallelism: 1)
                .deriveKey(from: SecretBytes(count: 32) { _ in }, salt: salt)
        }
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        try check(seconds * Double(work) / Double(part) / Double(min(lanes, processors)))
    }

    /// Checks the rounds of the derivation with AES.
    ///
    /// - Throws: ``TransferError`` when it takes too long.
    static func checkAES(rounds: UInt64) throws {
        guard rounds > 10_000_000 else { return }
        let part: UInt64 = 1_000_000
        let seconds = try measure {
            _ = try AESKeyDerivation.deriveKey(
                from: SecretBytes(count: 32) { _ in }, seed: salt, rounds: part)
        }
        try check(seconds * Double(rounds) / Double(part))
    }

    /// Checks the iterations of PBKDF2.
    ///
    /// - Throws: ``TransferError`` when it takes too long.
    static func checkPBKDF2(iterations: Int, hash: PBKDF2.Hash = .sha256) throws {
        guard iterations > 1_000_000 else { return }
        let part = 100_000
        let seconds = try measure {
            _ = try PBKDF2.deriveKey(
                from: SecretBytes(count: 32) { _ in }, salt: salt, iterations: part, hash: hash,
                count: 64)
        }
        try check(seconds * Double(iterations) / Double(part))
    }

    private static let salt = [UInt8](repeating: 1, count: 32)

    private static func check(_ seconds: Double) throws {
        guard seconds <= most else {
            throw TransferError.longDerivation(Int(min(seconds.rounded(), 1e9)))
        }
    }

    /// The seconds that this thread works; what other programs take does not count.
    private static func measure(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return clock() - start
    }

    private static func clock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The memory that programs can get without swapping, in KiB; `nil` when the system does not say.
    private static func freeMemory() -> Int? {
        let descriptor = open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DescriptorSource(descriptor, name: "/proc/meminfo", isOwned: true)
        guard let text = try? source.readAll(limit: 1 << 16).reveal() else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        return line.flatMap { line in
            line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
    }
}
