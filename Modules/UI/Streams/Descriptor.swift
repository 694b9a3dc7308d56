#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file, pipe or terminal, and all calls of the system that streams make.
///
/// Nothing else in this module names a platform.
struct Descriptor: Sendable {
    /// What came of reading or writing.
    enum Outcome {
        /// This many bytes went through; none were read when there are no more.
        case bytes(Int)
        /// Nothing went through this time.
        case again
        /// Nothing goes through any more, for a reason with a number.
        case failed(Int32)
    }

    /// The number of the failure to write to a reader that has gone.
    static let readerGone = EPIPE

    /// What the system calls it.
    let number: Int32

    /// Makes a pipe that programs started by this one do not get.
    static func makePipe() -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    }

    /// Lets writing to a reader that has gone fail, instead of ending the process.
    static func outliveReaders() { signal(SIGPIPE, SIG_IGN) }

    /// What the system says about the number of a failure.
    static func text(ofFailure number: Int32) -> String { String(cString: strerror(number)) }

    /// Waits until something can be read from one of several.
    ///
    /// - Returns: Which of them it is, the first if there are more; `nil` when waiting fails.
    static func firstReadable(of descriptors: Descriptor...) -> Int? {
        var files = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        while poll(&files, nfds_t(files.count), -1) < 0 {
            guard errno == EINTR else { return nil }
        }
        return files.firstIndex { $0.revents != 0 }
    }

    /// Waits until something can be written, or writing fails at once.
    ///
    /// - Parameter milliseconds: How long to wait at most.
    /// - Returns: Whether writing has become possible, or fails, in time.
    func isWritable(within milliseconds: Int32) -> Bool {
        var file = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&file, 1, milliseconds)
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    /// Reads what is there, at most as much as fits.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Outcome {
        Self.outcome(read(number, memory.baseAddress, memory.count))
    }

    /// Writes some of the bytes.
    func send(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        Self.outcome(write(number, bytes.baseAddress, bytes.count))
    }

    /// Closes it.
    func release() { close(number) }

    private static func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .bytes(count) }
        return errno == EINTR || errno == EAGAIN ? .again : .failed(errno)
    }
}
