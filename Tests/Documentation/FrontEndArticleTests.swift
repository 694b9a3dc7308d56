import Foundation
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("The article Write a front end")
struct FrontEndArticleTests {
    private static let plugins: [any Plugin.Type] = [
        UserInterface.self, TeaFeature.self, TeaTablePlugin.self, MemorySystem.self,
        PrintedPresentation.self,
    ]

    @Test("The front end shows a feature that does not know it, and takes what is typed")
    func conversation() async throws {
        let folder = try TemporaryFolder()
        try folder.write("Steep\nDance\n", to: "input")
        try folder.write("", to: "output")
        let input = try FileHandle(forReadingFrom: URL(filePath: "\(folder.path)/input"))
        let output = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/output"))
        let application = Application(
            ApplicationInfo(name: "Tea", executable: "tea", version: "1.0.0", scheme: "tea"),
            plugins: Self.plugins, linked: false)
        let running = try await application.boot()
        let frontEnd = PrintedFrontEnd(
            input: input.fileDescriptor, output: output.fileDescriptor)
        let status = try await running.use { try await frontEnd.run(in: running.container) }
        #expect(status == .success)
        let text = folder.text(of: "output") ?? ""
        #expect(text.hasPrefix("Teas\n0 cups so far\n- Black 4 minutes\n- Green 2 minutes\n"))
        #expect(text.hasSuffix("There is no such action.\n"))
        #expect(running.container[.frontEnd] is PrintedFrontEnd)
    }

    @Test("Every block and value has its text")
    func blocks() {
        let screen = Screen(
            location: TeaRoute.list.location(), title: "T",
            blocks: [
                .group(
                    GroupBlock(
                        id: "g", title: "Group",
                        blocks: [
                            .text(TextBlock("Text")),
                            .facts(
                                FactsBlock(
                                    id: "f",
                                    facts: [
                                        Fact(
                                            id: "1", label: "Site",
                                            value: .link(text: "A", address: "https://a")),
                                        Fact(
                                            id: "2", label: "Code",
                                            value: .code("12", secondsLeft: 3, period: 30)),
                                        Fact(id: "3", label: "PIN", value: .concealed),
                                        Fact(
                                            id: "4", label: "From",
                                            value: .person(
                                                Person("Ada", handle: "@ada"), location: nil)),
                                        Fact(
                                            id: "5", label: "Tags",
                                            value: .spans([TextSpan("#a"), TextSpan(" #b")])),
                                    ])),
                            .table(
                                TableBlock(
                                    id: "t", caption: "Table", columns: [], rows: [["x", "y"]])),
                            .chart(
                                ChartBlock(
                                    id: "c", title: "Chart", summary: "All", kind: .bars, points: []
                                )),
                            .qrCode(
                                QRCodeBlock(
                                    id: "q", title: "Code", alternative: "What it is",
                                    content: .text("bees"))),
                            .image(
                                ImageBlock(
                                    id: "i", image: Image(.id("bee"), alternative: "A bee"))),
                            .form(
                                FormBlock(
                                    id: "o",
                                    fields: [
                                        Field(id: "n", label: "Name", kind: .date(""), problem: "!")
                                    ], actions: [])),
                            .progress(ProgressBlock(id: "p", label: "Progress")),
                        ]))
            ])
        #expect(
            PrintedScreen.text(of: screen)
                == "T\n\nGroup\nText\nSite: A <https://a>\nCode: 12\nPIN: …\nFrom: Ada @ada\nTags: #a #b\nTable\nx | y\nChart\n"
                + "All\nCode\nWhat it is: bees\nA bee\nName: !\nProgress\n")
    }
}
