import TenonCore
import TenonMemory

/// Clears the clipboard after the process that wrote to it has ended.
///
/// It is the same executable in its hidden mode. The secret comes by pipe, is turned into a
/// fingerprint under this process's own random key, and is wiped at once: a fingerprint made by the
/// other process would need its key, and a secret among the arguments could be seen by others.
enum ClipboardKeeper {
    /// The name of the detached task.
    static let name = "clipboard-keeper"

    /// The task, for the executable's hidden mode.
    static func task(
        environment: [String: String], clock: any TimeTelling = SystemClock()
    ) -> DetachedTask {
        DetachedTask(name) { input in
            guard let order = Order(input), let tool = try? ClipboardTool(environment: environment)
            else { return {} }
            return {
                // A cancellation, such as the end of the desktop session, ends the wait early.
                try? await clock.sleep(for: order.duration)
                await tool.clear(ifHolding: order.fingerprint)
            }
        }
    }

    /// The process that runs the task.
    static func process(
        _ launch: DetachedLaunch, secret: SecretText, clearAfter duration: Duration,
        environment: [String: String]
    ) -> ChildProcess {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return ChildProcess(
            path: launch.executable, arguments: launch.arguments(for: name),
            environment: environment, input: Order.text(milliseconds, secret), isDetached: true)
    }

    /// What comes by pipe: eight bytes of milliseconds, the lowest first, then the secret.
    private struct Order {
        let duration: Duration
        let fingerprint: ClipboardFingerprint

        init?(_ input: SecretText) {
            guard input.count >= 8 else { return nil }
            (duration, fingerprint) = input.withBytes { bytes in
                let milliseconds = bytes.loadUnaligned(as: Int64.self)
                let secret = SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[8...]))
                return (
                    .milliseconds(Int64(littleEndian: milliseconds)),
                    ClipboardFingerprint(of: secret)
                )
            }
        }

        static func text(_ milliseconds: Int64, _ secret: SecretText) -> SecretText {
            let buffer = SecretBuffer(capacity: 8 + secret.count)
            withUnsafeBytes(of: milliseconds.littleEndian) { buffer.append($0) }
            buffer.append(secret)
            return buffer.text
        }
    }
}
