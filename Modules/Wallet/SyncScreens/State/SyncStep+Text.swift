import TenonCore
import TenonUI
import WalletSync

extension SyncStep {
    /// The action or the screen; `nil` for what a command does only.
    fileprivate var title: SyncText? {
        switch self {
        case .setUp: .setUpAction
        case .join: .joinAction
        case .recover: .recoverAction
        case .invite: .invite
        case .devices: .devices
        case .conflicts: .conflicts
        case .leave: .leave
        case .removeVault: nil
        }
    }
}

extension Sentence {
    /// The sentence with the actions and screens of this feature in place of commands.
    func onScreens(_ localizer: Localizer) -> Sentence {
        naming { step in
            localizer(
                SyncText.step, ["title": step.title.map { localizer($0) } ?? step.rawValue])
        }
    }
}

extension Explanation {
    /// The same, with the actions and screens of this feature in place of commands.
    func onScreens(_ localizer: Localizer) -> Explanation {
        Explanation(SyncError(code, message, remedy: remedy.onScreens(localizer)))
    }

    /// The paragraph that says it.
    func block(_ localizer: Localizer) -> TextBlock {
        TextBlock(onScreens(localizer), localizer)
    }

    /// What is said of a field because of it.
    func text(_ localizer: Localizer) -> String {
        localizer.text(of: onScreens(localizer).sentence)
    }
}
