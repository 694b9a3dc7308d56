import TenonCore

/// How far the logs of a vault are, and whose they are, as a sync server says.
struct ServerHeads: Equatable {
    /// The end of each log that has a commit.
    private(set) var positions: [DeviceID: LogPosition] = [:]
    /// The devices that may use the vault, and those that may no longer.
    private(set) var members = PlaceMembers()

    /// Reads what the server answers; `nil` for anything else.
    init?(_ body: [UInt8]) {
        guard let document = try? body.withUnsafeBytes({ try JSONReader.read($0) }),
            case .object(let logs)? = document["heads"]
        else { return nil }
        for member in logs {
            guard case .number(let digits)? = member.value["number"],
                let number = Int64(digits).flatMap(UInt64.init(exactly:)),
                let device = DeviceID(member.name), device.description == member.name,
                let text = member.value["hash"]?.string, let hash = Self.hash(text)
            else { return nil }
            if member.value["former"] == .bool(true) {
                members.former.insert(device)
            } else {
                members.present.insert(device)
            }
            guard number > 0 else { continue }
            positions[device] = LogPosition(number: number, hash: hash)
        }
    }

    /// Reads 32 bytes in hexadecimal.
    private static func hash(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(\.hexadecimalValue)
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
