import Synchronization
import TenonCore
import TenonNetworking

/// Lets new vaults in: not too many from one network within a day.
final class NewVaultGate: Sendable {
    private static let day: Int64 = 24 * 60 * 60 * 1_000

    private let now: @Sendable () -> Timestamp
    private let budgets: Mutex<Budgets<ClientAddress>>

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - perDay: How many vaults one address may bring within a day; of IPv6, one network of 64 bits.
    ///   - now: Tells the time.
    init(perDay: Int, now: @escaping @Sendable () -> Timestamp) {
        self.now = now
        budgets = Mutex(Budgets(perDay, in: Self.day))
    }

    /// Lets a new vault in.
    ///
    /// - Parameter client: Where it comes from; when that is not known, it counts for nobody.
    /// - Throws: A ``ProblemDocument`` when there were too many from there.
    func admit(from client: ClientAddress?) throws(ProblemDocument) {
        guard let network = client?.network else { return }
        let time = now().milliseconds
        if let wait = budgets.withLock({ $0.take(from: network, at: time) }) {
            throw .tooManyNewVaults(wait: wait)
        }
    }
}
