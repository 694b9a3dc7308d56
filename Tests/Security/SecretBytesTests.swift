import Glibc
import TenonCore
import TenonSecurity
import Testing

@Suite struct SecretBytesTests {
    private struct Refusal: Error {}

    @Test("Bytes come out as they went in", arguments: [0, 1, 31, 4_095, 4_096, 4_097, 100_000])
    func content(count: Int) {
        let original = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let secret = original.withUnsafeBytes { SecretBytes(copying: $0) }
        #expect(secret.count == count)
        #expect(secret.exposed == original)
    }

    @Test("Memory that the closure does not fill is zero")
    func zeroes() {
        let secret = SecretBytes(count: 5_000) { $0[4_999] = 7 }
        #expect(secret.exposed == [UInt8](repeating: 0, count: 4_999) + [7])
    }

    @Test("A text gives its UTF-8 bytes")
    func text() {
        #expect(SecretBytes(SecretText("naïve €")).exposed == Array("naïve €".utf8))
    }

    @Test("An error of the closure passes through")
    func refusal() {
        #expect(throws: Refusal.self) { try SecretBytes(count: 32) { _ in throw Refusal() } }
    }

    @Test("Equality looks at every byte and at the length")
    func equality() {
        let original = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let secret = SecretBytes(original)
        #expect(secret == SecretBytes(original))
        for index in original.indices {
            for bit in 0..<8 {
                var changed = original
                changed[index] ^= 1 << bit
                #expect(secret != SecretBytes(changed))
            }
        }
        #expect(secret != SecretBytes(Array(original.dropLast())))
        #expect(secret != SecretBytes(original + [0]))
        #expect(SecretBytes([]) == SecretBytes([]))
    }

    @Test("Random bytes differ from each other and fill the whole length")
    func random() {
        #expect(SecretBytes.random(count: 16) != SecretBytes.random(count: 16))
        #expect(SecretBytes.random(count: 0).count == 0)
        // Each of 37 places is zero in all of 64 values with a probability of 2 to the −512.
        var seen = [UInt8](repeating: 0, count: 37)
        for _ in 0..<64 {
            for (index, byte) in SecretBytes.random(count: 37).exposed.enumerated() {
                seen[index] |= byte
            }
        }
        #expect(!seen.contains(0))
    }

    @Test("Nothing that prints or reflects a value shows a byte of it")
    func concealment() {
        let secret = SecretBytes(Array("visible?".utf8))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "••••••••")
        #expect(String(reflecting: secret) == "••••••••")
        #expect(!dumped.contains("visible") && !dumped.contains("118"))
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect("\(SecretBytes.random(count: 1))" == "\(SecretBytes.random(count: 900))")
    }

    @Test("The kernel confirms that the pages are locked and left out of dumps")
    func pages() throws {
        let secret = SecretBytes.random(count: 10_000)
        let flags = try secret.withBytes { bytes in
            try #require(bytes.baseAddress.flatMap { mappingFlags(at: UInt(bitPattern: $0)) })
        }
        #expect(flags.contains("dd"))
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
        // Where the limit forbids locking, carrying on without is the documented behaviour.
        if geteuid() == 0 || limit.rlim_cur >= 8 << 20 { #expect(flags.contains("lo")) }
    }

    @Test("Where locking is not allowed, memory is given all the same")
    func unlockable() async {
        await #expect(processExitsWith: .success) {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
            let secret = SecretBytes(count: 100_000) { $0[99_999] = 9 }
            #expect(secret.withBytes { $0[99_999] } == 9)
        }
    }

    @Test("Released bytes are nowhere in the memory of the process")
    func wiping() async {
        await #expect(processExitsWith: .success) {
            let scan = MemoryScan()
            var secret: SecretBytes? = SecretBytes(count: 64) { scan.write(to: $0) }
            let held = try scan.count()
            #expect(held == 1 && secret != nil)
            secret = nil
            #expect(try scan.count() == 0)
            _ = try? SecretBytes(count: 64) { target in
                scan.write(to: target)
                throw Refusal()
            }
            #expect(try scan.count() == 0)
        }
    }

    @Test("More values than the kernel allows mappings can live at once")
    func many() {
        let secrets = (0..<70_000).map { number in
            SecretBytes(count: 8) { $0.storeBytes(of: number, as: Int.self) }
        }
        #expect(
            secrets.enumerated().allSatisfy { number, secret in
                secret.withBytes { $0.load(as: Int.self) } == number
            })
    }

    /// The flags of the mapping that holds an address, from `/proc/self/smaps`.
    private func mappingFlags(at address: UInt) -> [Substring]? {
        guard let file = fopen("/proc/self/smaps", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        var isHere = false
        while fgets(&line, CInt(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                .split { $0.isWhitespace }
            guard let first = words.first else { continue }
            let bounds = first.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 { isHere = (bounds[0]..<bounds[1]).contains(address) }
            if isHere, first == "VmFlags:" { return Array(words.dropFirst()) }
        }
        return nil
    }
}
