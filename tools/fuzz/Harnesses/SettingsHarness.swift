import TenonCore

@testable import TenonConfiguration  // Other modules see the port only.

/// A file is refused with a line that it has, or read; then each value is on such a line.
func checkSettings(_ bytes: UnsafeRawBufferPointer) {
    let lines = bytes.filter { $0 == 0x0A }.count + 1
    do {
        let document = try JSONReader.read(bytes)
        precondition(document.members.allSatisfy { (1...lines).contains($0.line) })
    } catch {
        precondition((error as? JSONError).map { (1...lines).contains($0.line) } == true)
    }
    let file = SettingsFile(
        path: "config.json", executable: "wallet",
        settings: [
            Setting<String?>("language", placeholder: "CODE", help: "").declaration,
            Setting<Bool>("no-color", help: "").declaration,
        ])
    do {
        for value in try file.values(in: SecretText(utf8: bytes)).values {
            precondition(value.place.line.map { (1...lines).contains($0) } == true)
        }
    } catch {
        precondition(error is ConfigurationError)
    }
}
