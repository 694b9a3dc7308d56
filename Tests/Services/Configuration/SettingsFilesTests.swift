import Foundation
import TenonConfiguration
import TenonCore
import TestSupport
import Testing

@Suite struct SettingsFilesTests {
    private let folder: TemporaryFolder
    private let colour = Setting<String>(
        "colour", placeholder: "NAME", help: "", defaultValue: "grey"
    ).declaration
    private let port = Setting<Int?>("web-port", placeholder: "PORT", help: "").declaration
    private let loud = Setting<Bool>("loud", help: "").declaration

    init() throws { folder = try TemporaryFolder() }

    private var userFile: String { "\(folder.path)/user/my-app/config.json" }

    private func read(executable: String = "app-web") async throws -> [String: SourcedValue] {
        let environment = [
            "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/user",
            "XDG_CONFIG_DIRS": "\(folder.path)/system:\(folder.path)/more",
        ]
        return try SettingsFiles(
            of: ApplicationInfo(
                name: "My App", executable: executable, version: "1", scheme: "app"),
            in: Configuration(environment: environment)
        ).read([colour, port, loud])
    }

    private func error(of json: String) async throws -> ConfigurationError? {
        try folder.write(json, to: "user/my-app/config.json")
        return await #expect(throws: ConfigurationError.self) { _ = try await read() }
    }

    @Test("without files nothing is set")
    func none() async throws {
        #expect(try await read().isEmpty)
    }

    @Test("the file of the person comes before those of the system, value by value")
    func precedence() async throws {
        try folder.write(#"{"colour": "red"}"#, to: "user/my-app/config.json")
        try folder.write(
            #"{"colour": "blue", "loud": true}"#, to: "system/my-app/config.json")
        try folder.write(
            "{\n\"loud\": false,\n\"web-port\": 80}", to: "more/my-app/config.json")
        let values = try await read()
        #expect(
            values == [
                "colour": SourcedValue("red", at: .init(path: userFile, line: 1)),
                "loud": SourcedValue(
                    "1", at: .init(path: "\(folder.path)/system/my-app/config.json", line: 1)),
                "web-port": SourcedValue(
                    "80", at: .init(path: "\(folder.path)/more/my-app/config.json", line: 3)),
            ])
    }

    @Test("numbers stay as they are written, a switch may be off, texts may hold anything")
    func values() async throws {
        try folder.write(
            #"""
            {
              "web-port": 8080.50,
              "loud": false,
              "colour": "a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 ü"
            }
            """#, to: "user/my-app/config.json")
        let values = try await read()
        #expect(values["web-port"]?.value == "8080.50")
        #expect(values["loud"]?.value == "0")
        #expect(values["colour"]?.value == "a\"\\/\u{8}\u{C}\n\r\té😀 ü")
        #expect(values["colour"]?.place.line == 4)
    }

    @Test("what is for one executable counts for that one, and before what is for all")
    func parts() async throws {
        let json = #"{"app-web": {"colour": "red"}, "colour": "blue", "other": {"strange": 1}}"#
        try folder.write(json, to: "user/my-app/config.json")
        #expect(try await read()["colour"]?.value == "red")
        #expect(try await read(executable: "app")["colour"]?.value == "blue")
    }

    @Test("an unknown name is told with the file, the line and the nearest name")
    func unknown() async throws {
        let error = try await error(of: "{\n  \"colour\": \"red\",\n  \"web-prot\": 80\n}")
        #expect(error?.code == .configurationUnknown)
        #expect(error?.code.status == .configuration)
        #expect(
            error?.description
                == "\(userFile):3: There is no setting \"web-prot\". Did you mean \"web-port\"?")
        let strange = try await self.error(of: #"{"app-web": {"zzzzzz": 1}}"#)
        #expect(strange?.code == .configurationUnknown)
        #expect(strange?.description.contains("--help") == true)
    }

    @Test(
        "a value of the wrong type is told with what to write",
        arguments: [
            (#"{"colour": true}"#, "text in quotation marks"), (#"{"colour": null}"#, "text"),
            (#"{"colour": ["red"]}"#, "text"), (#"{"colour": {"a": 1}}"#, "text"),
            (#"{"loud": "yes"}"#, "true or false"), (#"{"loud": 1}"#, "true or false"),
            (#"{"loud": []}"#, "true or false"),
        ])
    func types(_ json: String, _ remedy: String) async throws {
        let error = try await error(of: json)
        #expect(error?.code == .configurationType)
        #expect(try #require(error).description.contains("\(userFile):1: "))
        #expect(try #require(error).description.contains(remedy))
    }

    @Test("what is set twice is an error on the second line")
    func twice() async throws {
        let error = try await error(of: "{\"colour\": \"red\",\n\"colour\": \"blue\"}")
        #expect(error?.code == .configurationTwice)
        #expect(try #require(error).description.contains("\(userFile):2: "))
        let part = try await self.error(of: "{\"x\": {},\n\n\"x\": {}}")
        #expect(try #require(part).description.contains("\(userFile):3: "))
    }

    @Test(
        "broken JSON is told with its line",
        arguments: [
            ("", 1), ("[]", 1), ("7", 1), ("{", 1), ("{\n\"colour\"\n}", 3),
            ("{\n\"colour\": red\n}", 2), ("{\n\"colour\": \"red\n\"}", 2),
            ("{\n\n\"colour\": \"red\"\n\"loud\": true}", 4), ("{\"colour\": \"red\",}", 1),
            ("{}\n{}", 2), ("{\"colour\": 01}", 1), ("{\"colour\": \"\\x\"}", 1),
            ("{\"colour\": \"\\ud800\"}", 1), ("{\"colour\": \"\\u12\"}", 1),
            ("{\"colour\": +1}", 1), ("{\"colour\": 1.}", 1), ("{\"colour\": }", 1),
            ("{\"colour\": [1", 1), ("{// no\n}", 1), ("{\"colour\": \"a", 1),
            ("{\"colour\": \"a\\", 1), (String(repeating: "{\"a\":", count: 100_000), 1),
        ])
    func broken(_ json: String, _ line: Int) async throws {
        let error = try #require(try await error(of: json))
        #expect(error.code == .configurationSyntax)
        #expect("\(error)".hasPrefix("\(userFile):\(line): "), "\(error)")
    }

    @Test("bytes that are no text, and a folder in place of the file, are told")
    func unreadable() async throws {
        try folder.write("", to: "user/my-app/config.json")
        try Data([0x7B, 0xFF, 0x7D]).write(to: URL(filePath: userFile))
        let bytes = await #expect(throws: ConfigurationError.self) { _ = try await read() }
        #expect(bytes?.code == .configurationSyntax)
        try FileManager.default.removeItem(atPath: userFile)
        try FileManager.default.createDirectory(
            atPath: userFile, withIntermediateDirectories: false)
        let error = await #expect(throws: ConfigurationError.self) { _ = try await read() }
        #expect(error?.code == .configurationUnreadable)
    }

    @Test("a byte order mark and lines that end as on other systems do no harm")
    func otherSystems() async throws {
        try folder.write(
            "\u{FEFF}{\r\n\"colour\": \"red\",\r\n\"loud\": true\r\n}\r\n",
            to: "user/my-app/config.json")
        #expect(try await read()["loud"]?.place.line == 3)
    }
}
