import TenonCore
import WalletVault

@testable import WalletCommandLine  // Commands offer nothing to other modules.

/// Variables have names that an environment takes, no reference is left as it is, and places of a
/// template lie one after the other.
func checkTemplates(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    if let file = try? EnvironmentFile(text, path: ".env") {
        for variable in file.variables {
            precondition(EnvironmentFile.isName(variable.name))
            if case .text(let value) = variable.value {
                precondition(value.count <= bytes.count)
                precondition(SecretReference.firstIndex(in: value) == nil)
            }
        }
    }
    guard let template = try? SecretTemplate(text, path: "template") else { return }
    var end = 0
    for range in template.places.map(\.range) {
        precondition(range.lowerBound >= end && range.upperBound <= bytes.count)
        precondition(
            bytes[range].starts(with: "{{".utf8) && bytes[range].suffix(2).elementsEqual("}}".utf8))
        end = range.upperBound
    }
}

/// A text that a person changed is refused, or becomes an item whose text becomes the same.
func checkItemText(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    let head = ItemHead(title: "title")
    for item in [Item.login(Login(head: head)), .card(Card(head: head)), .note(Note(head: head))] {
        guard let item = try? ItemText(item: item, isRevealed: true).item(changedTo: text) else {
            continue
        }
        let form = ItemText(item: item, isRevealed: true)
        let written = form.text(explanation: [])
        guard let again = try? form.item(changedTo: written) else {
            preconditionFailure("What was written is not read.")
        }
        precondition(ItemText(item: again, isRevealed: true).text(explanation: []) == written)
    }
}
