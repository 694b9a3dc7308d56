import Foundation
import TestSupport
import Testing

@Suite("tools/packaging/copyright")
struct CopyrightTests {
    @Test(
        "Names the owner of the drawings in pages, and has their licence as it stands beside them",
        arguments: ["sources", "programs"])
    func drawings(kind: String) async throws {
        let result = try await Program(path: "\(Checkout.folder)/tools/packaging/copyright")
            .run([kind])
        #expect(result.status == 0, "\(result.errors)")
        let folder = "Modules/Presentation/Web/Assets"
        #expect(result.output.contains("Files: \(folder)/icons.svg"))
        #expect(result.output.contains("Copyright: 2019-2021 The Bootstrap Authors"))
        let licence = try String(
            contentsOfFile: "\(Checkout.folder)/\(folder)/icons-LICENSE.txt", encoding: .utf8)
        let terms = try #require(licence.firstRange(of: "Permission is hereby granted"))
        for line in licence[terms.lowerBound...].split(separator: "\n") {
            #expect(result.output.contains(" \(line)\n"))
        }
    }
}
