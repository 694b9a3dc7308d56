import BoundaryRules
import Testing

/// The networking layer, and the packages that a few modules speak together.
@Suite("Networking and the packages that several modules speak")
struct SharedPackageTests {
    private var sample = SampleRepository()

    private static let channels = #".product(name: "NIOCore", package: "swift-nio")"#
    private static let fields = #".product(name: "HTTPTypes", package: "swift-http-types")"#

    init() {
        sample.packages["https://github.com/apple/swift-nio"] = "2.101.2"
        sample.packages["https://github.com/apple/swift-http-types"] = "1.8.0"
        sample.targets["TenonNetworking"] = .init(
            path: "Modules/Networking", uses: #""TenonCore", \#(Self.fields)"#)
        sample.files["Modules/Networking/README.md"] = "# Networking\n"
        sample.files["Modules/Networking/Networker.swift"] =
            "public import HTTPTypes\nimport TenonCore\n"
        sample.targets["TenonHTTP"] = .init(
            path: "Modules/Services/HTTP",
            uses: #""TenonCore", "TenonNetworking", \#(Self.fields), \#(Self.channels)"#)
        sample.files["Modules/Services/HTTP/README.md"] = "# HTTP\n"
        sample.files["Modules/Services/HTTP/Client.swift"] =
            "import HTTPTypes\nimport NIOCore\nimport TenonCore\nimport TenonNetworking\n"
        sample.targets["TenonWeb"]?.uses = #""TenonUI", \#(Self.channels)"#
        sample.files["Modules/Presentation/Web/Web.swift"] = "import NIOCore\nimport TenonUI\n"
    }

    @Test("A service that uses Networking, and the packages that its modules share, are right")
    func clean() async throws {
        #expect(try await sample.places() == [])
    }

    @Test("Networking uses nothing but Core")
    mutating func networkingUsesService() async throws {
        sample.files["Modules/Networking/Networker.swift"] =
            "public import HTTPTypes\nimport TenonCore\nimport TenonHTTP\nimport TenonUI\n"
        #expect(
            try await sample.places() == [
                "Modules/Networking/Networker.swift:3: layer",
                "Modules/Networking/Networker.swift:4: layer",
            ])
    }

    @Test("Core and UI do not know Networking")
    mutating func lowerLayers() async throws {
        sample.files["Modules/Core/Plugin.swift"] =
            "import Synchronization\nimport TenonNetworking\n"
        sample.files["Modules/UI/Screen.swift"] =
            "public import TenonCore\nimport Foundation\nimport TenonNetworking\n"
        #expect(
            try await sample.places() == [
                "Modules/Core/Plugin.swift:2: layer", "Modules/UI/Screen.swift:3: layer",
            ])
    }

    @Test("Another module that speaks a shared package is caught, whatever its layer")
    mutating func stranger() async throws {
        sample.targets["TenonSystem"]?.uses = #""TenonCore", \#(Self.channels)"#
        sample.files["Modules/Services/System/Clock.swift"] = "import NIOCore\nimport TenonCore\n"
        sample.targets["WalletLogins"]?.uses = #""TenonUI", \#(Self.fields)"#
        sample.files["Modules/Wallet/Logins/Logins.swift"] = "import HTTPTypes\nimport TenonUI\n"
        let inspection = try await sample.inspect()
        #expect(
            inspection.findings.map { "\($0.path):\($0.line): \($0.rule.rawValue)" } == [
                "Modules/Services/System/Clock.swift:1: outside-package",
                "Modules/Wallet/Logins/Logins.swift:1: outside-package",
            ])
        #expect(inspection.findings[0].message.contains("is for TenonHTTP, TenonServer, TenonWeb"))
    }

    @Test("Tests may look at a shared package beside any of the modules that speak it")
    mutating func tests() async throws {
        sample.targets["TenonHTTPTests"] = .init(
            kind: "testTarget", path: "Tests/Services/HTTP",
            uses: #""TenonHTTP", \#(Self.channels), \#(Self.fields)"#)
        sample.files["Tests/Services/HTTP/ClientTests.swift"] =
            "import HTTPTypes\nimport NIOCore\nimport TenonHTTP\n"
        #expect(try await sample.places() == [])
        sample.targets["TenonHTTPTests"]?.uses = #""TenonCore", \#(Self.channels)"#
        sample.files["Tests/Services/HTTP/ClientTests.swift"] = "import NIOCore\nimport TenonCore\n"
        #expect(
            try await sample.places() == [
                "Tests/Services/HTTP/ClientTests.swift:1: outside-package"
            ])
    }
}
