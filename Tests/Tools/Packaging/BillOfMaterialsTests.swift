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

    /// What checks, in a folder of its own, where pip reaches no index.
    private struct CopiedScript {
        /// Where the schema is.
        static let wheel = ".build/wheels/cyclonedx_python_lib-11.12.0-py3-none-any.whl"

        let folder: TemporaryFolder
        let program: Program

        init() throws {
            let name = "tools/packaging/check-bom"
            folder = try TemporaryFolder()
            for name in [name, "tools/wheel"] {
                let text = try String(
                    contentsOfFile: "\(Checkout.folder)/\(name)", encoding: .utf8)
                try folder.write(text, to: name, permissions: 0o755)
            }
            // Nothing answers there, and pip is told of nowhere else.
            let offline = [
                "PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_EXTRA_INDEX_URL": "",
                "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": "/dev/null",
            ]
            program = Program(
                path: "\(folder.path)/\(name)",
                environment: ProcessInfo.processInfo.environment.merging(offline) { $1 })
        }
    }

    /// A small bill in which nothing is wrong.
    private static let bill = """
        {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
         "metadata": {"timestamp": "2026-01-02T03:04:05Z", "component": {
            "type": "application", "bom-ref": "tenon", "name": "tenon",
            "licenses": [{"license": {"id": "Apache-2.0"}}]}},
         "components": [{"type": "library", "bom-ref": "a", "name": "a", "version": "1"}],
         "dependencies": [{"ref": "a", "dependsOn": []}]}
        """

    @Test("It names each package, library and program, and what each of them needs")
    func complete() async throws {
        let programs = ["wallet", "wallet-agent"].map { "\(Program.products)/\($0)" }
        let result = try await Program(
            path: "\(Checkout.folder)/tools/packaging/bom", limit: Program.long
        ).run(["1.2.0"] + programs)
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
        #expect(bill.components.contains { $0.name == "bootstrap-icons" })
        let check = try await self.check(result.output)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test(
        "A bill that the schema of CycloneDX does not allow is refused, with what is wrong in it",
        arguments: [
            (#""specVersion": "1.5""#, #""specVersion": 1.5"#, "specVersion: 1.5 is not of type"),
            (#""type": "application""#, #""type": "program""#, "'program' is not one of"),
            (#""id": "Apache-2.0""#, #""id": "Apache-2""#, "metadata/component/licenses"),
            ("2026-01-02T03:04:05Z", "yesterday", "'yesterday' is not a 'date-time'"),
            (#""version": 1,"#, #""version": 1, "more": 2,"#, "'more' was unexpected"),
            (#""ref": "a""#, #""ref": "b""#, "b: no component"),
            (#""bom-ref": "a""#, #""bom-ref": "tenon""#, "tenon: there twice"),
        ])
    func refused(part: String, replacement: String, said: String) async throws {
        #expect(try await check(Self.bill).status == 0)
        let changed = Self.bill.replacing(part, with: replacement)
        try #require(changed != Self.bill)
        let result = try await check(changed)
        #expect(result.status == 1)
        #expect(result.errors.contains(said), "\(result.errors)")
    }

    @Test("A bill of nothing, and what is no bill, are refused")
    func nothing() async throws {
        let empty = #"{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}"#
        #expect(try await check(empty).errors.contains("no components"))
        for text in ["", "{}", "[]", "{"] { #expect(try await check(text).status == 1, "\(text)") }
    }

    @Test("Where the schema is not there and cannot be downloaded, no bill passes")
    func withoutSchema() async throws {
        let copy = try CopiedScript()
        for arguments in [[], ["--prepare"]] {
            let result = try await copy.program.run(arguments, input: Self.bill)
            #expect(result.status == 69, "\(result.errors)")
            #expect(result.errors.contains("pip cannot download cyclonedx-python-lib 11.12.0"))
            #expect(result.errors.contains("here: \(copy.folder.path)/\(CopiedScript.wheel)\n"))
        }
    }

    @Test("The wheel with the schema is enough without a network, and half of it is refused")
    func wheel() async throws {
        #expect(try await check(Self.bill).status == 0)
        let copy = try CopiedScript()
        let wheel = "\(copy.folder.path)/\(CopiedScript.wheel)"
        try copy.folder.write("", to: CopiedScript.wheel)
        try FileManager.default.removeItem(atPath: wheel)
        try FileManager.default.copyItem(
            atPath: "\(Checkout.folder)/\(CopiedScript.wheel)", toPath: wheel)
        let whole = try await copy.program.run([], input: Self.bill)
        #expect(whole.status == 0, "\(whole.errors)")

        let half = try FileHandle(forWritingTo: URL(filePath: wheel))
        try half.truncate(atOffset: half.seekToEnd() / 2)
        try half.close()
        let refused = try await copy.program.run([], input: Self.bill)
        #expect(refused.status == 69 && refused.errors.contains("remove it and try again"))
    }

    /// Holds a bill against the schema.
    private func check(_ bill: String) async throws -> Program.Result {
        try await Program(path: "\(Checkout.folder)/tools/packaging/check-bom").run([], input: bill)
    }
}
