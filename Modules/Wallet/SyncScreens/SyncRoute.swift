package import TenonCore
import WalletAccess
import WalletVault

/// The locations of this feature.
package enum SyncRoute {
    /// How the vault stands with other machines.
    package static let sync = Route("sync")
    /// Begin on the first machine.
    static let setUp = sync.constant("set-up")
    /// Join other machines by a code, with a vault that is here.
    static let join = sync.constant("join")
    /// Come back by a recovery sheet, with a vault that is here.
    static let recover = sync.constant("recover")
    /// The machines that keep the vault.
    static let devices = sync.constant("devices")
    /// Values to choose from.
    static let conflicts = sync.constant("conflicts")
    /// The values of one item.
    static let conflict = conflicts.argument("id", as: ItemID.self)
    /// A code that lets another machine in.
    static let invitation = sync.constant("invite")
    /// A recovery sheet.
    static let sheet = sync.constant("recovery-sheet")

    /// Take the vault of another machine by a code, where there is none.
    static let newcomer = AccessRoute.welcome.constant("join")
    /// Bring the vault back by a recovery sheet, where there is none.
    static let recovery = AccessRoute.welcome.constant("recover")
}
