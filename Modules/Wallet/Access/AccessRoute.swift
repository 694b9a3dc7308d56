package import TenonCore
import TenonUI
import WalletSettings

/// The locations of this feature.
package enum AccessRoute {
    /// First start: choose a passphrase.
    package static let welcome = Route("welcome")
    /// The recovery code, shown once after it was made.
    package static let recoveryCode = welcome.constant("recovery-code")

    /// Change the passphrase.
    package static let passphrase = SettingsRoute.settings.constant("passphrase")
    /// A new recovery code for a vault that is in use.
    package static let newRecoveryCode = SettingsRoute.settings.constant("recovery-code")

    /// Unlock with the passphrase.
    static let unlocking = Route("unlock")
    /// Unlock with the recovery code.
    static let recovering = unlocking.constant("recovery-code")

    /// Unlock, and go on to a location.
    package static func unlock(then target: Location? = nil) -> Location {
        unlocking.location(query: query(target))
    }

    /// Unlock with the recovery code, and go on to a location.
    package static func unlockWithRecoveryCode(then target: Location? = nil) -> Location {
        recovering.location(query: query(target))
    }

    /// Where a person wants to go after unlocking.
    static func target(of location: Location) -> Location? {
        guard let target = location.query["then"].flatMap({ try? Location(parsing: $0) }) else {
            return nil
        }
        // Only locations behind the lock, never a screen that makes or shows a way into the vault.
        return isBeforeLock(target) ? nil : target
    }

    /// Whether a location is one that is shown before a vault is open.
    package static func isBeforeLock(_ location: Location) -> Bool {
        [welcome, unlocking].contains { $0.location().segments.first == location.segments.first }
    }

    private static func query(_ target: Location?) -> [String: String] {
        target.map { ["then": $0.description] } ?? [:]
    }
}

/// The outcomes of the scenes of this feature.
enum AccessOutcome: SceneOutcome, Equatable {
    /// A vault was made; a recovery code can be offered.
    case created
    /// The vault is open; the person wants to go on to a location.
    case unlocked(then: Location?)
    /// The recovery code was written down, or declined.
    case finishedWelcome
    /// The person has no passphrase but a recovery code.
    case wantsRecoveryCode(then: Location?)
}
