import Foundation
public import TenonCore

/// The plugin that records a session to a file, and replays one, with any front end.
///
/// It is not registered by being linked: an application that wants the flags `--record=FILE`,
/// `--record-screens` and `--replay=FILE` names it by hand, in `Application(plugins:)`. A replay that differs,
/// or does not come to its end, is explained on standard error, and the process exits with 76.
public enum SessionTape: Plugin {
    /// What it contributes and requires.
    public static let manifest = PluginManifest(
        name: "ui.tape", version: "1.0.0",
        summary: "Records what is done in a session, and does it again")

    static let record = Setting<String?>(
        "record", placeholder: "FILE",
        help: "Record all actions in a new file: names and texts, but no secrets.")
    static let recordScreens = Setting<Bool>(
        "record-screens", help: "Also record the screens.")
    static let replay = Setting<String?>(
        "replay", placeholder: "FILE", help: "Replay a recording; asks for the secrets.")

    /// Registers the settings and those who observe sessions.
    public static func register(in registrar: inout Registrar) {
        registrar.require(.application, .localizer, .prompts, .notices, .alerts)
        registrar.declare(record, recordScreens, replay)
        registrar.contribute(.sessionObservers, using: .configuration, .clock) {
            configuration, clock in
            var observers: [any SessionObserving] = []
            var recorder: SessionRecorder?
            if let path = configuration[record] {
                let file = try RecordingFile(path)
                let made = SessionRecorder(
                    keepsScreens: configuration[recordScreens], clock: clock
                ) { file.append($0) }
                recorder = made
                observers.append(made)
            }
            if let path = configuration[replay] {
                let replay = SessionReplay(try recording(in: path))
                observers.append(Replayer(replay, recorder: recorder))
            }
            return observers
        }
    }

    private static func recording(in path: String) throws -> SessionRecording {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw SessionError(
                .sessionUnreadableRecording,
                "The file \(path) cannot be read: \(error.localizedDescription)",
                remedy: "Check the path and the permissions.")
        }
        return try SessionRecording(lines: data)
    }
}

/// A new file that only its owner reads.
private final class RecordingFile: Sendable {
    private let handle: FileHandle

    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SessionError(
                .sessionCannotRecord,
                "The file \(path) cannot be made: \(String(cString: strerror(errno))).",
                remedy: "Name a file that does not exist yet, in a folder that does.")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func append(_ line: Data) {
        // A full disk must not end the session that is recorded; the recording then is cut short.
        try? handle.write(contentsOf: line)
    }
}

extension ErrorCode {
    /// The file of a recording cannot be made.
    public static let sessionCannotRecord = ErrorCode("session.cannot-record", .cannotCreate)
}
