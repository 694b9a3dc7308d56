import SeededRandom

/// Which trials there are, in an order that comes to every command and fault early.
struct Plan {
    /// How many kills at any time each command gets.
    private static let moments = 20

    private var groups: [[Trial]] = []
    private var numbers: RandomNumbers
    private let references: [Reference]
    private let faults: [Fault]
    private let options: Options

    init(_ references: [Reference], _ faults: [Fault], _ options: Options) {
        self.references = references
        self.faults = faults
        self.options = options
        numbers = RandomNumbers(seed: options.seed)
        fill()
    }

    /// How many trials come until every operation of every command was tried once.
    var count: Int { groups.map(\.count).reduce(0, +) }

    /// The next trial, nothing when there is none at all.
    ///
    /// Begins anew when all were tried.
    mutating func next() -> Trial? {
        if groups.allSatisfy(\.isEmpty) { fill() }
        guard let index = groups.indices.first(where: { !groups[$0].isEmpty }) else { return nil }
        var group = groups.remove(at: index)
        var trial = group.removeLast()
        // One in three that was not done is done again.
        trial.isRepeated = Int.random(in: 0..<3, using: &numbers) == 0
        groups.append(group)
        return trial
    }

    private mutating func fill() {
        groups = []
        for reference in references {
            for fault in faults {
                let last = reference.operations(for: fault)
                var group = places(reference, fault).map {
                    Trial(command: reference.command, fault: fault, at: $0)
                }
                if let at = options.at { group.removeAll { $0.at != at } }
                group.shuffle(using: &numbers)
                // First of all, since only there something was acknowledged.
                if fault == .power, let end = group.firstIndex(where: { $0.at > last }) {
                    group.append(group.remove(at: end))
                }
                groups.append(group)
            }
        }
        groups.shuffle(using: &numbers)
    }

    private mutating func places(_ reference: Reference, _ fault: Fault) -> [Int] {
        switch fault {
        case .anytime:
            (0..<Self.moments).map { _ in
                Int.random(in: 0...reference.duration * 11 / 10, using: &numbers)
            }
        case .stop: [1]
        case .disk: reference.command.usesAgent ? [] : Disk.freePages
        case .readOnly: reference.command.usesAgent ? [] : [0]
        // Behind the last operation, too: what a command has said must outlive the power.
        case .power: Array(1...(reference.operations(for: fault) + 1))
        default: Array(1...max(1, reference.operations(for: fault)))
        }
    }
}
