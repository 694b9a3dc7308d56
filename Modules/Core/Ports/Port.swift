import Synchronization

/// How many providers a port takes.
public enum PortKind: String, Sendable, Codable {
    /// Exactly one provider, if anything requires the port.
    case required
    /// At most one provider.
    case optional
    /// Contributions from any number of plugins.
    case collection
}

/// A capability that is named here and provided elsewhere, without the type of its value.
///
/// Ports are declared once, as static properties of this class, so that `.alerts` reads the same
/// in a manifest, in a registration and in code that asks the container:
///
/// ```swift
/// extension AnyPort {
///     public static let weather = Port<any WeatherReporting>("weather", providers: ["AcmeWeather"])
/// }
/// ```
///
/// Safe to share: every stored property is an immutable value, and the subclasses add none.
public class AnyPort: @unchecked Sendable {
    /// The name in messages and reports, unique in an application.
    public let name: String
    /// How many providers it takes.
    public let kind: PortKind
    /// Modules that are known to provide it; advice for error messages.
    public let knownProviders: [String]
    /// The slot of this port in every container of this process.
    @usableFromInline let slot: Int

    private static let count = Atomic<Int>(0)

    fileprivate init(name: String, kind: PortKind, knownProviders: [String]) {
        self.name = name
        self.kind = kind
        self.knownProviders = knownProviders
        slot = Self.count.add(1, ordering: .relaxed).oldValue
    }
}

/// A port with the type of what a factory gets that names the port in `using`.
///
/// Safe to share: it stores nothing beside what AnyPort stores.
public class ResolvablePort<Resolved: Sendable>: AnyPort, @unchecked Sendable {
    /// What the factories that use this port get.
    func resolve(by resolver: Resolver) async throws -> Resolved {
        preconditionFailure("The class of the port \"\(name)\" does not say what it resolves to.")
    }
}

/// A port with exactly one provider.
///
/// Safe to share: it stores nothing beside what AnyPort stores.
public final class Port<Value: Sendable>: ResolvablePort<Value>, @unchecked Sendable {
    /// Declares a port; keep the result in a static property.
    public init(_ name: String, providers: [String] = []) {
        super.init(name: name, kind: .required, knownProviders: providers)
    }

    override func resolve(by resolver: Resolver) async throws -> Value {
        try await resolver(self)
    }
}

/// A port with exactly one provider, whose value is made when it is first asked for.
///
/// For what is slow to make and not always used; asking for it waits and may throw.
///
/// Safe to share: it stores nothing beside what AnyPort stores.
public final class LazyPort<Value: Sendable>: ResolvablePort<Value>, @unchecked Sendable {
    /// Declares a port; keep the result in a static property.
    public init(_ name: String, providers: [String] = []) {
        super.init(name: name, kind: .required, knownProviders: providers)
    }

    override func resolve(by resolver: Resolver) async throws -> Value {
        try await resolver(self)
    }
}

/// A port with at most one provider.
///
/// Safe to share: it stores nothing beside what AnyPort stores.
public final class OptionalPort<Value: Sendable>: ResolvablePort<Value?>, @unchecked Sendable {
    /// Declares a port; keep the result in a static property.
    public init(_ name: String, providers: [String] = []) {
        super.init(name: name, kind: .optional, knownProviders: providers)
    }

    override func resolve(by resolver: Resolver) async throws -> Value? {
        try await resolver(self)
    }
}

/// A port that gathers contributions, ordered by priority, then by the name of the plugin.
///
/// Safe to share: it stores nothing beside what AnyPort stores.
public final class CollectionPort<Value: Sendable>: ResolvablePort<[Value]>, @unchecked Sendable {
    /// Declares a port; keep the result in a static property.
    public init(_ name: String) {
        super.init(name: name, kind: .collection, knownProviders: [])
    }

    override func resolve(by resolver: Resolver) async throws -> [Value] {
        try await resolver(self)
    }
}

extension AnyPort: Hashable {
    /// Two ports are equal when they are the same declaration.
    public static func == (left: AnyPort, right: AnyPort) -> Bool { left === right }

    /// Hashes the identity of the declaration.
    public func hash(into hasher: inout Hasher) { hasher.combine(slot) }
}
