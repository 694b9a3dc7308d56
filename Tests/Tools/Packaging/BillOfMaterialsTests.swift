import Foundation
import TestSupport
import Testing

@Suite("tools/packaging/bom")
struct BillOfMaterialsTests {
    private struct Bill: Decodable {
        struct Component: Decodable {
            enum CodingKeys: String, CodingKey {
                case name, version
                case reference = "bom-ref"
            }

            let name: String
            let version: String
            let reference: String
        }

        struct Metadata: Decodable { let component: Component }

        struct Edge: Decodable {
            let ref: String
            let dependsOn: [String]
        }

        let bomFormat: String
        let specVersion: String
        let metadata: Metadata
        let components: [Component]
        let dependencies: [Edge]
    }

    private struct Resolved: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { let version: String? }
            let identity: String
            let state: State
        }

        let pins: [Pin]
    }

    @Test("It names each package, library and program, and what each of them needs")
    func complete() async throws {
        let programs = ["wallet", "wallet-agent"].map { "\(Program.products)/\($0)" }
        let result = try await Program(path: "\(Checkout.folder)/tools/packaging/bom")
            .run(["1.2.0"] + programs)
        try #require(result.status == 0, "\(result.errors)")
        let bill = try JSONDecoder().decode(Bill.self, from: Data(result.output.utf8))
        #expect(bill.bomFormat == "CycloneDX" && bill.specVersion == "1.5")

        let resolved = try JSONDecoder().decode(
            Resolved.self,
            from: Data(contentsOf: URL(filePath: "\(Checkout.folder)/Package.resolved")))
        #expect(!resolved.pins.isEmpty)
        for pin in resolved.pins {
            let component = bill.components.first { $0.name == pin.identity }
            #expect(component?.version == pin.state.version, "\(pin.identity)")
        }
        let references = [bill.metadata.component.reference] + bill.components.map(\.reference)
        #expect(Set(references).count == references.count)
        let needed = Dictionary(
            bill.dependencies.map { ($0.ref, $0.dependsOn) }, uniquingKeysWith: +)
        #expect(Set(needed.keys).union(needed.values.joined()).isSubset(of: references))
        for program in ["program:wallet", "program:wallet-agent"] {
            let libraries = needed[program] ?? []
            #expect(libraries.contains { $0.contains("/libsqlite3-0@") }, "\(program)")
        }
        let nio = try #require(references.first { $0.contains("swift-nio@") })
        #expect(needed[nio]?.contains { $0.contains("/swift-atomics@") } == true)
        try await validate(result.output)
    }

    /// Holds a bill against the schema, where Python has the library that brings it.
    private func validate(_ bill: String) async throws {
        let script = """
            import sys
            try:
                from cyclonedx.schema import SchemaVersion
                from cyclonedx.validation.json import JsonStrictValidator
            except ImportError:
                sys.exit()
            sys.exit(JsonStrictValidator(SchemaVersion.V1_5).validate_str(sys.stdin.read()))
            """
        let result = try await Program(path: "/usr/bin/env")
            .run(["python3", "-c", script], input: bill)
        #expect(result.status == 0, "\(result.errors)")
    }
}
