import Dispatch
import Glibc
public import TenonCore

/// Watches sleep and locked sessions through `systemd-logind`.
public struct LogindWatch: MachineWatching {
    /// Where the system's bus is when nothing else is said (D-Bus Specification, "System message bus").
    public static let systemBus = "unix:path=/run/dbus/system_bus_socket"

    private static let shortestPause: Duration = .milliseconds(500)
    private static let longestPause: Duration = .seconds(60)

    private let address: String
    private let application: String

    /// Makes a watch; it connects when it is used.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - application: The name of the program, which the system shows as the reason for a delayed
    ///     sleep.
    public init(address: String = Self.systemBus, application: String) {
        self.address = address
        self.application = application
    }

    /// Calls back for each event until the task is cancelled.
    ///
    /// The connection has its own thread. It is made again after it was lost.
    public func watch(_ handle: @escaping @Sendable (MachineEvent) async -> Void) async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let start = ContinuousClock.now
            await watchOnce(handle)
            // A connection that lasted was fine; one that did not is retried less and less often.
            pause = ContinuousClock.now - start > Self.longestPause ? Self.shortestPause : pause
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func watchOnce(_ handle: @Sendable (MachineEvent) async -> Void) async {
        guard let wake = WakePipe() else { return }
        let (occurrences, continuation) = AsyncStream.makeStream(of: Occurrence.self)
        let queue = DispatchQueue(label: "tenon.logind")
        queue.async {
            defer { continuation.finish() }
            let connection = LogindConnection(
                address: address, user: geteuid(),
                reason: (application, "To lock before the machine sleeps"))
            guard let connection else { return }
            while let occurrence = connection.next(orUntil: wake.reader) {
                continuation.yield(occurrence)
            }
        }
        await withTaskCancellationHandler {
            for await occurrence in occurrences {
                await handle(occurrence.event)
                occurrence.delay?.release()
            }
        } onCancel: {
            wake.signal()
        }
    }
}

/// A pipe that ends the waiting of another thread.
private final class WakePipe: Sendable {
    let reader: Int32
    private let writer: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    func signal() {
        var byte: UInt8 = 1
        write(writer, &byte, 1)
    }
}
