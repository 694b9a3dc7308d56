import Glibc
import Synchronization
import TenonSecurity
import Testing

/// Looks into the whole memory of processes of their own.
@Suite("Memory that is let go of", .enabled(if: DeadMemory.isWipedOnRelease))
struct DeadMemoryTests {
    @Test("holds nothing after it was released, grown or shrunk, whoever released it")
    func release() async {
        await #expect(processExitsWith: .success) {
            let scan = MemoryScan()
            for size in [40, 500, 5_000, 100_000, 1_000_000] {
                let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
                scan.write(to: block)
                let held = try scan.count()
                #expect(held == 1)
                block.deallocate()
                #expect(try scan.count() == 0)
                // In C, whose blocks grow and shrink.
                guard let first = malloc(size) else { continue }
                scan.write(to: UnsafeMutableRawBufferPointer(start: first, count: size))
                let grown = realloc(first, size * 3)
                #expect(try scan.count() == 1)
                let shrunk = realloc(grown, 16)
                #expect(try scan.count() == 0)
                free(shrunk)
            }
        }
    }

    @Test("keeps no key that has sealed, opened and authenticated")
    func keys() async {
        await #expect(processExitsWith: .success) {
            let scan = MemoryScan()
            var key: SecretBytes? = SecretBytes(count: 32) { scan.write(to: $0) }
            if let key {
                let cipher = try AES256GCM(key: key)
                let codes = HMACSHA256(key: key)
                try "plain".utf8.withContiguousStorageIfAvailable { plain in
                    let plain = UnsafeRawBufferPointer(plain)
                    let sealed = try cipher.seal(plain, authenticating: plain)
                    try sealed.withUnsafeBytes {
                        try cipher.open($0, authenticating: plain) { _ in }
                    }
                    _ = codes.authenticationCode(for: plain)
                }
            }
            DeadMemory.wipeStacks()
            // In its own pages, and nowhere else.
            #expect(try scan.count() == 1)
            key = nil
            #expect(try scan.count() == 0)
        }
    }

    /// A short text of Swift takes 8 or 16 bytes, as registers do.
    @Test(
        "holds nothing on stacks, of threads that wait, work and have ended, after they are wiped",
        arguments: [8, 16, 32])
    func stacks(patternCount: Int) async {
        await #expect(processExitsWith: .success) { [patternCount] in
            let scan = MemoryScan(patternCount: patternCount)
            var gate: [Int32] = [0, 0]
            try #require(pipe(&gate) == 0)
            // What is between two frames of one is in the midst of a frame of another.
            let waiting = [1_000, 904, 808, 712].map {
                StackUser(scan, waitingAt: gate[0], frameSize: $0)
            }
            // Its stack is kept for another thread.
            StackUser(scan, waitingAt: nil).join()
            StackUser.leave(scan)
            for user in waiting { user.waitUntilUsed() }
            #expect(try scan.count() > waiting.count)
            #expect(DeadMemory.wipeStacks() > waiting.count)
            #expect(try scan.count() == 0)
            close(gate[1])
            for user in waiting { user.join() }
        }
    }
}

/// A thread that calls something that leaves a pattern on its stack, and waits or ends.
private final class StackUser {
    private let scan: MemoryScan
    private let descriptor: Int32?
    private let frameSize: Int
    private let isUsed = Atomic(false)
    private var thread = pthread_t()

    init(_ scan: MemoryScan, waitingAt descriptor: Int32?, frameSize: Int = 1_000) {
        self.scan = scan
        self.descriptor = descriptor
        self.frameSize = frameSize
        pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<StackUser>.fromOpaque(pointer).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func waitUntilUsed() {
        // Time: the pause between two looks.
        while !isUsed.load(ordering: .acquiring) { usleep(1000) }
    }

    func join() { pthread_join(thread, nil) }

    /// Fills frames with the pattern, one behind the other, and leaves them.
    ///
    /// Together they are larger than the frame of a signal. The caller's own 128 bytes stay clear.
    ///
    /// - Parameter size: The size of each of them, at most the 1,024 bytes that go to the stack.
    @inline(never) static func leave(_ scan: MemoryScan, size: Int = 1_000, frames: Int = 8) {
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { room in
            let end = room.count - (frames == 8 ? 256 : scan.patternCount)
            for offset in stride(from: 0, to: end, by: scan.patternCount) {
                scan.write(to: UnsafeMutableRawBufferPointer(rebasing: room[offset...]))
            }
            if frames > 1 { leave(scan, size: size, frames: frames - 1) }
        }
    }

    private func run() {
        Self.leave(scan, size: frameSize)
        isUsed.store(true, ordering: .releasing)
        guard let descriptor else { return }
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
    }
}
