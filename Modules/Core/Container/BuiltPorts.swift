/// What one plugin contributed to a collection, with what orders it among the others.
struct Contribution: Sendable {
    let priority: Int
    let plugin: String
    let box: any AnyBox

    init(_ registration: Registration, _ box: any AnyBox) {
        priority = registration.priority
        plugin = registration.plugin
        self.box = box
    }
}

extension [Contribution] {
    /// By priority, then by the name of the plugin; those of one plugin keep their order.
    func inOrder() -> [Contribution] {
        enumerated().sorted { left, right in
            (right.element.priority, left.element.plugin, left.offset)
                < (left.element.priority, right.element.plugin, right.offset)
        }.map(\.element)
    }
}

/// The values of ports, and the parts of the collections.
@usableFromInline
struct BuiltPorts: Sendable {
    /// The ``Box`` with the value of each port; `nil` where nothing is provided.
    @usableFromInline var boxes = PortMap<(any AnyBox)?>(absent: nil)
    /// By slot: what a collection was gathered from, so that a session can add its own in order.
    private var parts: [Int: [Contribution]] = [:]

    /// The box of a port; `nil` when nothing provides it.
    @inlinable
    func box(of port: AnyPort) -> (any AnyBox)? { boxes[port] }

    /// What a collection was gathered from, in order.
    func contributions(to port: AnyPort) -> [Contribution] { parts[port.slot] ?? [] }

    /// Sets the value of a port that is not a collection.
    mutating func set(_ port: AnyPort, _ box: any AnyBox) { boxes[port] = box }

    /// Adds contributions to a collection; any registration of the collection can gather them.
    mutating func add(_ contributions: [Contribution], gather registration: Registration) {
        let port = registration.port
        let all = (self.contributions(to: port) + contributions).inOrder()
        parts[port.slot] = all
        boxes[port] = registration.gather(all.map(\.box))
    }

    /// Replaces a collection by a value that a plugin contributes as a whole.
    mutating func replace(_ port: AnyPort, _ box: any AnyBox, plugin: String) {
        boxes[port] = box
        parts[port.slot] = [Contribution(priority: 0, plugin: plugin, box: box)]
    }
}

extension Contribution {
    fileprivate init(priority: Int, plugin: String, box: any AnyBox) {
        self.priority = priority
        self.plugin = plugin
        self.box = box
    }
}
