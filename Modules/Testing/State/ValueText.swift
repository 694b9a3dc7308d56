/// Writes a value as lines, one for each part, so that two of them can be compared and read.
///
/// What a type conceals from reflection, as `SecretText` does, stays concealed.
enum ValueText {
    /// Parts below this depth are not looked at: instances may refer to each other in circles.
    private static let maximumDepth = 24

    /// The lines; each is indented by two spaces for each level.
    static func lines(of value: Any) -> [String] { lines(of: value, label: "", depth: 0) }

    private static func lines(of value: Any, label: String, depth: Int) -> [String] {
        let start = String(repeating: "  ", count: depth) + label
        if let text = value as? String {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count > 1 else { return [start + text.debugDescription] }
            let indent = String(repeating: "  ", count: depth + 1)
            return [start + "\"\"\""] + lines.map { indent + $0 } + [indent + "\"\"\""]
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let child = mirror.children.first else { return [start + "nil"] }
            return lines(of: child.value, label: label, depth: depth)
        }
        guard depth < maximumDepth else { return [start + "…"] }
        guard !mirror.children.isEmpty else { return [start + leaf(value, mirror)] }
        let (opening, closing) = frame(of: value, mirror)
        return [start + opening] + parts(of: mirror, depth: depth + 1)
            + [String(repeating: "  ", count: depth) + closing]
    }

    private static func leaf(_ value: Any, _ mirror: Mirror) -> String {
        switch mirror.displayStyle {
        case .collection, .set: "[]"
        case .dictionary: "[:]"
        case .enum where !(value is any CustomStringConvertible): ".\(value)"
        case .some, nil: "\(value)"
        }
    }

    private static func frame(of value: Any, _ mirror: Mirror) -> (String, String) {
        switch mirror.displayStyle {
        case .collection, .set, .dictionary: ("[", "]")
        case .tuple: ("(", ")")
        case .enum: (".\(mirror.children.first?.label ?? "")(", ")")
        case .some, nil: ("\(mirror.subjectType)(", ")")
        }
    }

    private static func parts(of mirror: Mirror, depth: Int) -> [String] {
        switch mirror.displayStyle {
        case .collection:
            return mirror.children.enumerated().flatMap { index, child in
                lines(of: child.value, label: "", depth: depth)
            }
        case .set:
            // Sets and dictionaries have no order of their own that stays.
            return mirror.children.map { lines(of: $0.value, label: "", depth: depth) }
                .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
        case .dictionary:
            return mirror.children.map { entry($0.value, depth: depth) }
                .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
        case .enum:
            guard let child = mirror.children.first else { return [] }
            let payload = Mirror(reflecting: child.value)
            if payload.displayStyle == .tuple { return parts(of: payload, depth: depth) }
            return lines(of: child.value, label: "", depth: depth)
        case .some, nil:
            return mirror.children.flatMap { child in
                let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
                return lines(of: child.value, label: label, depth: depth)
            }
        }
    }

    private static func entry(_ pair: Any, depth: Int) -> [String] {
        let children = Mirror(reflecting: pair).children.map(\.value)
        guard children.count == 2 else { return lines(of: pair, label: "", depth: depth) }
        return lines(of: children[1], label: "\(children[0]): ", depth: depth)
    }
}
