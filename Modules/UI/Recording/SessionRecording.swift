public import Foundation
public import TenonCore

/// What was done in one session, and perhaps what was seen; never a secret.
///
/// Kept as JSON lines: this value's properties first, then one line for each step. A secret that a
/// person typed is kept as the fact that there was one, with the label of its field or question;
/// ``SessionReplay`` asks for it. Names and other personal text are kept, so a recording is as
/// private as what it was made with.
public struct SessionRecording: Sendable, Equatable {
    /// The version of the format that this code reads and writes.
    static let currentVersion = 1

    /// The first line.
    public struct Header: Sendable, Codable, Equatable {
        /// The version of the format.
        public var recording: Int
        /// The name of the application.
        public var application: String
        /// Where the session began; `nil` when the application chose.
        public var start: Location?
        /// When the session began; `nil` when nobody knows.
        public var time: Timestamp?

        /// Makes a first line of the present version.
        public init(application: String, start: Location?, time: Timestamp? = nil) {
            recording = SessionRecording.currentVersion
            self.application = application
            self.start = start
            self.time = time
        }
    }

    /// What it is a recording of.
    public var header: Header
    /// What happened, in order.
    public var steps: [RecordedStep]

    /// Makes a recording.
    public init(header: Header, steps: [RecordedStep] = []) {
        self.header = header
        self.steps = steps
    }

    /// Reads JSON lines.
    ///
    /// - Throws: ``SessionError`` when they are not a recording of this version.
    public init(lines data: Data) throws {
        let lines = data.split(separator: UInt8(ascii: "\n"))
        let decoder = JSONDecoder()
        guard let first = lines.first, let header = try? decoder.decode(Header.self, from: first),
            header.recording == Self.currentVersion
        else { throw SessionError.unreadableRecording(line: 1) }
        self.init(header: header)
        for (index, line) in lines.dropFirst().enumerated() {
            guard let step = try? decoder.decode(RecordedStep.self, from: line) else {
                throw SessionError.unreadableRecording(line: index + 2)
            }
            steps.append(step)
        }
    }

    /// The value as JSON lines.
    ///
    /// - Throws: What the encoder throws.
    public func lines() throws -> Data {
        try steps.reduce(into: Self.line(header)) { $0 += try Self.line($1) }
    }

    /// One JSON line.
    static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}

extension SessionError {
    static func unreadableRecording(line: Int) -> SessionError {
        SessionError(
            .sessionUnreadableRecording,
            "Line \(line) is not part of a recording that this version can read.",
            remedy: "Record the session again with this version.")
    }

    static func diverged(step: Int, _ reason: Sentence) -> SessionError {
        SessionError(
            .sessionDiverged, "The replay differs from the recording at step \(step): \(reason)",
            remedy: "Replay it with the version and from the state that it was recorded with.")
    }
}

extension SessionError {
    static func otherScreen(
        step: Int, _ title: String, _ difference: ScreenDifference
    ) -> SessionError {
        diverged(
            step: step,
            "the recording has another screen, \"\(title)\". Recorded (-), now (+):\n\(difference)")
    }

    static func otherQuestions(step: Int, _ difference: ScreenDifference) -> SessionError {
        diverged(
            step: step,
            "the recording has other open questions. Recorded (-), now (+):\n\(difference)")
    }
}

extension ErrorCode {
    /// A recording cannot be read.
    public static let sessionUnreadableRecording = ErrorCode(
        "session.unreadable-recording", .badData)
    /// A replay does not do what the recorded session did.
    public static let sessionDiverged = ErrorCode("session.diverged", .differs)
}
