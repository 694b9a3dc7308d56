import TenonCore
import TenonUI

/// A code for a camera: of plain text, then of a secret that is revealed and concealed again.
enum QRCodeSample {
    /// Seen first.
    static let address = "https://bees.example.com/?hive=12"
    /// Shown on request.
    static let key = "key-Qz9-4711-hive"

    private enum State {
        case address, revealedKey, concealedKey
    }

    static let sample = Sample("qrCode", state: State.address) { state in
        .sample(
            "qrCode", "A code for a camera", blocks: [.qrCode(code(state))],
            actions: [
                state == .revealedKey
                    ? Action(id: "conceal", title: "Conceal the key")
                    : Action(id: "reveal", title: "Reveal the key")
            ])
    } respond: { input, _, _ in
        switch input {
        case .act("reveal", _, _, _): .just { $0 = .revealedKey }
        case .act("conceal", _, _, _): .just { $0 = .concealedKey }
        default: nil
        }
    }

    private static func code(_ state: State) -> QRCodeBlock {
        let (alternative, content): (String, QRCodeBlock.Content) =
            switch state {
            case .address: ("Where the bees live.", .text(address))
            case .revealedKey: ("The key to the hive.", .revealed(key))
            case .concealedKey: ("The key, which is hidden again.", .concealed)
            }
        return QRCodeBlock(
            id: "code", title: "The way to the bees", alternative: alternative, content: content)
    }
}
