import ArgumentParser
import TenonCore

/// The commands that an executable has where messages reach the running program.
enum DeliveryCommands {
    /// The commands; none where no message comes.
    static func all(_ deliveries: [any PushDelivering]) -> [any AsyncParsableCommand.Type] {
        deliveries.isEmpty ? [] : [OpenLinkCommand.self, PushCommand.self]
    }

    /// Sends a payload.
    ///
    /// - Throws: Why it did not arrive, or is refused.
    static func send(_ payload: [UInt8], to executable: String?) async throws {
        guard let delivery = Environment.current?[.pushDeliveries].first else { return }
        if let refusal = try await delivery.send(payload, to: executable) { throw refusal }
    }
}
