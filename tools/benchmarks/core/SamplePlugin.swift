import TenonCore

/// What the sample ports give.
protocol Counting: Sendable {
    var number: Int { get }
}

/// A value behind a sample port.
final class Counter: Counting {
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// The manifests and ports of the sample plugins; a generic type has no stored statics of its own.
enum Samples {
    static let portsPerPlugin = 3

    /// Ports by the number of the plugin and of the port.
    static let ports = (0..<1000).map { plugin in
        (0..<portsPerPlugin).map { Port<any Counting>("sample.\(plugin).\($0)") }
    }

    /// Each plugin requires what the one before it provides.
    static let manifests = ports.indices.map { number in
        PluginManifest(
            name: "sample.\(number)", version: "1.0.0", summary: "Provides three ports")
    }

    /// The first so many plugins.
    static func plugins(_ count: Int) -> [any Plugin.Type] {
        (0..<count).map { plugin(digits: $0 / 100, $0 / 10 % 10, $0 % 10) }
    }

    private static let digits: [any Digit.Type] = [
        D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]

    private static func plugin(digits hundreds: Int, _ tens: Int, _ ones: Int) -> any Plugin.Type {
        func make<A: Digit, B: Digit, C: Digit>(
            _: A.Type, _: B.Type, _: C.Type
        ) -> any Plugin.Type { SamplePlugin<A, B, C>.self }
        return make(digits[hundreds], digits[tens], digits[ones])
    }
}

/// One of a thousand plugin types.
enum SamplePlugin<Hundreds: Digit, Tens: Digit, Ones: Digit>: Plugin {
    static var number: Int { Hundreds.value * 100 + Tens.value * 10 + Ones.value }
    static var manifest: PluginManifest { Samples.manifests[number] }

    static func register(in registrar: inout Registrar) {
        let number = number
        for port in Samples.ports[number] {
            if number == 0 {
                registrar.provide(port) { Counter(1) }
            } else {
                registrar.provide(port, using: Samples.ports[number - 1][0]) {
                    Counter($0.number + 1)
                }
            }
        }
    }
}

protocol Digit: Sendable { static var value: Int { get } }
enum D0: Digit { static var value: Int { 0 } }
enum D1: Digit { static var value: Int { 1 } }
enum D2: Digit { static var value: Int { 2 } }
enum D3: Digit { static var value: Int { 3 } }
enum D4: Digit { static var value: Int { 4 } }
enum D5: Digit { static var value: Int { 5 } }
enum D6: Digit { static var value: Int { 6 } }
enum D7: Digit { static var value: Int { 7 } }
enum D8: Digit { static var value: Int { 8 } }
enum D9: Digit { static var value: Int { 9 } }
