import TenonCore

@testable import WalletCommandLine  // Commands offer nothing to other modules.

/// Variables have names that an environment takes, and places of a template lie one after the other.
func checkTemplates(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    if let file = try? EnvironmentFile(text, path: ".env") {
        for (name, value) in file.variables {
            precondition(EnvironmentFile.isName(name) && value.count <= bytes.count)
            _ = SecretReference(value)
        }
    }
    var end = 0
    for (range, _) in SecretTemplate(text).places {
        precondition(range.lowerBound >= end && range.upperBound <= bytes.count)
        precondition(
            bytes[range].starts(with: "{{".utf8) && bytes[range].suffix(2).elementsEqual("}}".utf8))
        end = range.upperBound
    }
}
