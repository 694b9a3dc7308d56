import WalletSync
import WalletVault

extension VaultSimulation {
    /// Expects from now on that the first values of a machine that were not sent yet are there.
    ///
    /// Of an item with as many former values as are kept, one may have had to go before anybody could look for it.
    mutating func handOver(_ count: Int, from index: Int) async throws {
        let replica = places[index].machine.replica
        for var value in places[index].pending.prefix(count) {
            let state = try await replica.item(value.item)
            if let trace = state?.trace(of: value) {
                value.stamp = trace.stamp
                value.isTold = trace.isTold
            } else if state?.isFull == true {
                continue
            }
            sent.append(value)
        }
        places[index].pending.removeFirst(count)
    }

    /// Whether a value is a present one, or a former one, anywhere.
    func isThere(_ value: WrittenValue) async throws -> Bool {
        for place in places
        where try await place.machine.replica.item(value.item)?.trace(of: value) != nil {
            return true
        }
        return false
    }

    /// Whether as many former values as are kept took the place of a value, none of which was set before it.
    func hasMadeRoom(_ value: WrittenValue) async throws -> Bool {
        guard let stamp = value.stamp else { return false }
        for place in places {
            guard let state = try await place.machine.replica.item(value.item) else { continue }
            let later = state.former.count(where: { former in
                former.isTold == value.isTold && former.stamp >= stamp
            })
            if later >= ItemState.formerLimit { return true }
        }
        return false
    }
}

extension ItemState {
    /// When a value was set, and whether it is a former one that somebody told of; `nil` when it is not there.
    fileprivate func trace(of value: WrittenValue) -> (stamp: Stamp, isTold: Bool)? {
        if let version = fields[value.field]?.first(where: { $0.value == value.value }) {
            return (version.stamp, false)
        }
        let traces = former.filter { $0.field == value.field && $0.value == value.value }
        let trace = traces.first(where: { !$0.isTold }) ?? traces.first
        return trace.map { (stamp: $0.stamp, isTold: $0.isTold) }
    }

    /// Whether there are as many former values as are kept, all that were set or all that somebody told of.
    var isFull: Bool {
        [false, true].contains { isTold in
            former.count(where: { $0.isTold == isTold }) >= Self.formerLimit
        }
    }
}
