import Foundation
import TestSupport

/// A message bus of its own, with everything allowed on it.
package final class PrivateBus {
    package struct DidNotStart: Error {}

    /// Where it listens.
    package let address: String
    private let folder: TemporaryFolder
    private let process = Process()

    /// Starts a bus, at the address of one that has ended if that is given.
    package init(at formerAddress: String? = nil) throws {
        folder = try TemporaryFolder()
        address = formerAddress ?? "unix:path=\(folder.path)/bus"
        try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
        process.arguments = [
            "--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // It says its address when it listens.
        guard try !output.fileHandleForReading.nextLine().isEmpty else { throw DidNotStart() }
    }

    deinit { stop() }

    /// Ends the bus.
    package func stop() {
        guard process.isRunning else { return }
        // Foundation starts it with other signals blocked.
        kill(process.processIdentifier, SIGKILL)
        try? blockUntil("the end of the bus") { !process.isRunning }
    }
}
