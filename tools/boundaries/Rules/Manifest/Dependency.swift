/// One declared dependency of a target.
enum Dependency: Hashable, Sendable {
    /// A target of this package, or a product that has the name of its package.
    case named(String)
    /// A product of an outside package.
    case product(String, package: String)

    /// The product, if it is one of an outside package.
    var product: String? {
        guard case .product(let name, _) = self else { return nil }
        return name
    }

    /// The identity of the outside package, if it is a product of one.
    var package: String? {
        guard case .product(_, let package) = self else { return nil }
        return package
    }
}

extension Dependency: Decodable {
    private enum CodingKeys: String, CodingKey {
        case byName, target, product
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if values.contains(.product) {
            var parts = try values.nestedUnkeyedContainer(forKey: .product)
            let name = try parts.decode(String.self)
            let package = try parts.decodeIfPresent(String.self)
            self = .product(name, package: package ?? name)
        } else {
            let key = values.contains(.target) ? CodingKeys.target : .byName
            var parts = try values.nestedUnkeyedContainer(forKey: key)
            self = .named(try parts.decode(String.self))
        }
    }
}
