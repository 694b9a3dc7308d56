import TenonCore

extension JSONValue {
    /// How many values it is made of, itself among them.
    var valueCount: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
        case .null, .bool, .number, .string: 1
        }
    }
}
