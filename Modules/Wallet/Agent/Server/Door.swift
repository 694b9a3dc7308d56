import Glibc
import Synchronization

/// Waits for new clients, and for input of connected ones.
///
/// One thread waits; ``knock()`` is for any thread.
final class Door: Sendable {
    /// The descriptor that becomes readable by a knock, and the one that a knock writes to.
    private let (bell, button): (Int32, Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (bell, button) = (ends[0], ends[1])
    }

    deinit {
        close(bell)
        close(button)
    }

    /// Ends a wait that goes on, or the next one.
    func knock() {
        var byte: UInt8 = 1
        // A full pipe also wakes the waiting thread.
        _ = write(button, &byte, 1)
    }

    /// Waits until something happens.
    ///
    /// - Parameters:
    ///   - descriptors: Those of clients.
    ///   - listener: The descriptor that clients come to; `nil` while there is no room.
    ///   - limit: The longest wait, in milliseconds.
    /// - Returns: The places of the clients that have sent something or are gone, and whether one has
    ///   come.
    func wait(
        for descriptors: [Int32], or listener: Int32?, within limit: Int32
    ) -> (ready: [Int], hasVisitor: Bool) {
        // A negative descriptor is passed over.
        var entries = ([bell, listener ?? -1] + descriptors).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), limit) > 0 else { return ([], false) }
        if entries[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(bell, &bytes, bytes.count) == bytes.count {}
        }
        let ready = descriptors.indices.filter { entries[$0 + 2].revents != 0 }
        return (ready, entries[1].revents != 0)
    }
}
