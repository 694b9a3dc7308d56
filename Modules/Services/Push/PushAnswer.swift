import TenonCore

/// What a program answers to a message: JSON.
struct PushAnswer {
    /// The most bytes of an answer.
    static let largest = 16_384

    /// Why the message is refused; `nil` when it was taken.
    let explanation: Explanation?

    /// The bytes of an answer.
    static func bytes(of refusal: Explanation?) -> [UInt8] {
        var members: [JSONValue.Member] = []
        if let refusal {
            members = [
                .init("code", .string(refusal.code.name)),
                .init("status", .number(Int(refusal.code.status.rawValue))),
                .init("message", .string("\(refusal.message)")),
                .init("remedy", .string("\(refusal.remedy)")),
            ]
        }
        var bytes: [UInt8] = []
        JSONValue.object(members).write { bytes += $0 }
        return bytes
    }

    /// Reads an answer; `nil` for what is none.
    static func refusal(in bytes: [UInt8]) -> PushAnswer? {
        guard let value = try? bytes.withUnsafeBytes({ try JSONReader.read($0) }),
            case .object(let members) = value
        else { return nil }
        if members.isEmpty { return PushAnswer(explanation: nil) }
        guard let code = value["code"]?.string, let message = value["message"]?.string,
            case .number(let digits) = value["status"], let number = Int32(digits),
            let status = ExitStatus(rawValue: number), status != .success
        else { return nil }
        let remedy = value["remedy"]?.string ?? ""
        return PushAnswer(
            explanation: Explanation(
                ModuleError<PushErrors>(
                    ErrorCode(code, status), Sentence(verbatim: message),
                    remedy: Sentence(verbatim: remedy))))
    }
}
