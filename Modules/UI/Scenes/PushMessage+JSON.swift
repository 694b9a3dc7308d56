import Foundation
public import TenonCore

extension PushMessage {
    /// Reads the payload of a push message.
    ///
    /// - Parameter json: The bytes of the JSON object.
    /// - Throws: `RoutingError` when they are not a payload.
    public init(json: some Sequence<UInt8>) throws {
        do {
            self = try JSONDecoder().decode(PushMessage.self, from: Data(json))
        } catch {
            throw RoutingError.badPush
        }
    }

    /// The payload as JSON.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
