/// Registrations by their port, in the order in which they count.
struct RegistrationTable: Sendable {
    /// All of them; an index into this array names one.
    let registrations: [Registration]
    /// The first registration of each port; −1 where there is none.
    private var first = PortMap(absent: -1)
    /// By slot, where there are several: all, by priority, then by the name of the plugin.
    private var several: [Int: [Int]] = [:]

    /// Makes a table; the registrations of one plugin keep their order.
    init(_ registrations: [Registration]) {
        self.registrations = registrations
        for (index, registration) in registrations.enumerated() {
            let port = registration.port
            if first[port] < 0 {
                first[port] = index
            } else {
                several[port.slot, default: [first[port]]].append(index)
            }
        }
        for (slot, indexes) in several {
            several[slot] = indexes.sorted { left, right in
                let (one, other) = (registrations[left], registrations[right])
                return (other.priority, one.plugin, left) < (one.priority, other.plugin, right)
            }
        }
    }

    /// The index of a port's only registration, or of one of several; `nil` when there is none.
    func index(of port: AnyPort) -> Int? {
        let index = first[port]
        return index < 0 ? nil : index
    }

    /// The indexes of all registrations of a port, in their order.
    func indexes(of port: AnyPort) -> [Int] {
        several[port.slot] ?? index(of: port).map { [$0] } ?? []
    }

    /// Whether any of them has a lifetime.
    func has(_ lifetime: Lifetime) -> Bool { registrations.contains { $0.lifetime == lifetime } }

    /// This table with what a child container provides in place of what was registered.
    func overriding(_ overrides: [Registration]) -> RegistrationTable {
        let replaced = overrides.filter { index(of: $0.port) != nil }
        guard !replaced.isEmpty else { return self }
        let ports = Set(replaced.map(\.port))
        return RegistrationTable(
            registrations.filter { !ports.contains($0.port) }
                + replaced.filter { $0.port.kind != .collection })
    }
}
