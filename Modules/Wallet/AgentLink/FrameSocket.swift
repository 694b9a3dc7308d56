package import Glibc

/// One end of a connection between a client and the agent.
///
/// All calls block the thread, up to the given time. One thread sends and one receives at a time;
/// ``interrupt()`` is for any thread.
package final class FrameSocket: Sendable {
    /// For `poll`; closed when the last reference to this goes.
    package let descriptor: Int32

    /// Takes over a connected socket.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// The user whose process connected, or listens, at the other end; `nil` when it is unknown.
    package var peer: uid_t? {
        // What <sys/socket.h> calls ucred, shown to GNU sources only: process, user and group.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            return nil
        }
        return credentials.1
    }

    /// Whether the connection is open and nothing unrequested has come.
    package var isQuiet: Bool {
        !Self.wait(for: POLLIN, of: descriptor, until: Self.now())
    }

    /// Whether the other end has closed the connection, and everything that came has been read.
    package var isAtEnd: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Waits until something has come, or the other end has closed.
    ///
    /// - Parameter limit: The longest wait, in milliseconds.
    package func isReadable(within limit: Int64) -> Bool {
        Self.wait(for: POLLIN, of: descriptor, until: Self.now() + limit)
    }

    /// Ends the connection at once, even while another thread sends or receives.
    package func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a frame.
    ///
    /// - Parameter limit: The time that the other end has to take all of it, in milliseconds; 0 takes
    ///   only what fits into the socket at once.
    /// - Throws: `closed` or `timedOut`; the connection is of no use any more.
    package func send(_ frame: Frame, within limit: Int64) throws(LinkError) {
        let deadline = Self.now() + limit
        let problem: LinkError? = frame.withFrame { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let chunk = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.send(
                    descriptor, chunk.baseAddress, chunk.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                    return .closed
                } else if errno == EAGAIN, !Self.wait(for: POLLOUT, of: descriptor, until: deadline)
                {
                    return .timedOut
                }
            }
            return nil
        }
        if let problem { throw problem }
    }

    /// Receives a frame.
    ///
    /// - Parameters:
    ///   - size: How many bytes it may have.
    ///   - start: How long to wait for its first byte, in milliseconds; `nil` waits for ever.
    ///   - limit: The time for the rest of it, in milliseconds.
    /// - Returns: `nil` when the other end closed the connection after a whole frame.
    /// - Throws: `closed`, `timedOut`, `tooLong` or `malformed`; the connection is of no use any more.
    package func receive(
        upTo size: Int, startingWithin start: Int64?, within limit: Int64 = 5000
    ) throws(LinkError) -> Frame? {
        let header = Frame(expecting: Frame.headerSize)
        let begin = start.map { Self.now() + $0 }
        guard try fill(header, to: 1, until: begin, isFirst: true) else { return nil }
        let deadline = Self.now() + limit
        _ = try fill(header, to: Frame.headerSize, until: deadline, isFirst: false)
        let count = header.withContent { bytes in
            Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        }
        guard count > 0 else { throw .malformed }
        guard count <= size else { throw .tooLong }
        // Memory grows with what has come, not with what was announced.
        let frame = Frame(expecting: min(count, 64 << 10))
        _ = try fill(frame, to: count, until: deadline, isFirst: false)
        return frame
    }

    /// Receives until a frame has so many bytes; `false` when the other end closed before the first.
    private func fill(
        _ frame: Frame, to count: Int, until deadline: Int64?, isFirst: Bool
    ) throws(LinkError) -> Bool {
        while frame.count < count {
            let received = frame.fill(atMost: count - frame.count) { room in
                recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
            }
            if received == 0 {
                guard isFirst else { throw .closed }
                return false
            }
            guard received < 0, errno != EINTR else { continue }
            guard errno == EAGAIN else { throw .closed }
            guard Self.wait(for: POLLIN, of: descriptor, until: deadline) else { throw .timedOut }
        }
        return true
    }

    /// Waits until a descriptor is ready; `false` when the time is over.
    static func wait(for event: Int32, of descriptor: Int32, until deadline: Int64?) -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let left = deadline.map { max(0, $0 - now()) }
            let result = poll(&entry, 1, left.map { Int32(clamping: $0) } ?? -1)
            if result > 0 { return true }
            if result < 0, errno != EINTR { return false }
            if result == 0, let left, left <= Int64(Int32.max) { return false }
        }
    }

    /// Milliseconds of a clock that never jumps.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
