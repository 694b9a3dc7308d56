import TenonCore
import Testing

@Suite struct ConfigurationTests {
    private let setting = Setting<String>(
        "colour", placeholder: "NAME", help: "", environmentVariable: "COLOUR",
        defaultValue: "grey")

    @Test("a flag comes before the environment, which comes before the default")
    func precedence() {
        let environment = ["COLOUR": "blue"]
        #expect(
            Configuration(flags: ["colour": "red"], environment: environment)[setting] == "red")
        #expect(Configuration(environment: environment)[setting] == "blue")
        #expect(Configuration()[setting] == "grey")
    }

    @Test("an empty variable counts as absent, an empty flag does not")
    func empty() {
        #expect(Configuration(environment: ["COLOUR": ""])[setting] == "grey")
        #expect(Configuration(flags: ["colour": ""])[setting] == "")
    }

    @Test("a setting without variable and default is nil")
    func absent() {
        let bare = Setting<String?>("bare", placeholder: "X", help: "")
        #expect(Configuration(environment: ["bare": "x", "BARE": "x"])[bare] == nil)
    }

    @Test("a switch is on when it is given, or its variable is anything but 0")
    func switches() {
        let loud = Setting<Bool>("loud", help: "", environmentVariable: "LOUD")
        #expect(loud.declaration.isSwitch && !setting.declaration.isSwitch)
        #expect(!Configuration()[loud])
        #expect(Configuration(flags: ["loud": "1"])[loud])
        #expect(Configuration(environment: ["LOUD": "yes"])[loud])
        #expect(!Configuration(environment: ["LOUD": "0"])[loud])
        #expect(!Configuration(environment: ["LOUD": ""])[loud])
    }

    @Test("variables that are no settings can be read as well")
    func variables() {
        #expect(
            Configuration(environment: ["NO_COLOR": "1"]).environmentVariable("NO_COLOR") == "1")
        #expect(Configuration().environmentVariable("NO_COLOR") == nil)
    }

    @Test(
        "there is a desktop where one of its variables has a value",
        arguments: [
            ([:], false), (["DISPLAY": ""], false), (["DISPLAY": ":0"], true),
            (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ""], true),
        ] as [([String: String], Bool)])
    func display(environment: [String: String], hasDisplay: Bool) {
        #expect(Configuration(environment: environment).hasDisplay == hasDisplay)
    }

    @Test("a file comes after the environment and before the default, and says where")
    func files() {
        let place = SourcedValue.Place(path: "/etc/xdg/app/config.json", line: 3)
        let files = ["colour": SourcedValue("green", at: place)]
        let configuration = Configuration(environment: ["COLOUR": ""], files: files)
        #expect(configuration[setting] == "green")
        #expect(configuration.origin(of: setting.declaration) == .file(place))
        #expect("\(place)" == "/etc/xdg/app/config.json:3")
        let environment = Configuration(environment: ["COLOUR": "blue"], files: files)
        #expect(environment[setting] == "blue")
        #expect(environment.setting(path, to: "x")[path] == "x")
        #expect(configuration.setting(path, to: "x")[setting] == "green")
    }

    @Test("the origin of every value is known")
    func origins() {
        #expect(Configuration(flags: ["colour": ""]).origin(of: setting.declaration) == .flag)
        #expect(
            Configuration(environment: ["COLOUR": "blue"]).origin(of: setting.declaration)
                == .environment("COLOUR"))
        #expect(Configuration().origin(of: setting.declaration) == .standard)
        #expect(Configuration().origin(of: path.declaration) == .nothing)
    }

    @Test("kinds of build differ in defaults, and a setting chooses the kind")
    func flavours() throws {
        let delay = Setting<Int>(
            "delay", placeholder: "SECONDS", help: "", defaultValue: 30,
            flavourDefaults: [.test: 0, .debug: 5])
        func configuration(_ flavour: String) -> Configuration {
            Configuration(flags: ["flavour": flavour])
        }
        #expect(try configuration("release")[delay] == 30)
        #expect(configuration("release").origin(of: delay.declaration) == .standard)
        #expect(try configuration("test")[delay] == 0)
        #expect(configuration("test").origin(of: delay.declaration) == .flavour(.test))
        #expect(
            try Configuration(flags: ["delay": "1"], environment: ["TENON_FLAVOUR": "test"])[delay]
                == 1)
        #expect(try Configuration(environment: ["TENON_FLAVOUR": "debug"])[delay] == 5)
        #expect(Configuration().flavour == .built)
        #expect(configuration("unknown").flavour == .built)
    }

    private enum Colour: String, CaseIterable, SettingValue {
        case red, green
    }

    @Test("a value that is none of the type is an error that says what is taken")
    func refused() throws {
        let count = Setting<Int>("count", placeholder: "N", help: "", defaultValue: 3, range: 1...9)
        let most = Setting<Int?>("most", placeholder: "N", help: "", range: 1...9)
        let any = Setting<Int?>("any", placeholder: "N", help: "Any number.")
        let colour = Setting<Colour?>("colour", placeholder: "NAME", help: "")
        #expect(try Configuration()[count] == 3)
        #expect(try Configuration()[most] == nil)
        #expect(try Configuration()[colour] == nil)
        let right = Configuration(flags: [
            "count": "9", "most": "1", "any": "-7", "colour": "green",
        ])
        #expect(try (right[count], right[most], right[any], right[colour]) == (9, 1, -7, .green))

        let wrong = Configuration(flags: ["count": "10", "any": "x", "colour": "gren"])
        func remedy<Value>(_ setting: Setting<Value>) -> String? {
            #expect(throws: SettingError.self) { try wrong[setting] }?.remedy.description
        }
        #expect(remedy(count) == "Give a whole number from 1 to 9.")
        #expect(remedy(any) == "Any number.")
        #expect(remedy(colour) == "Did you mean \"green\"? The values are red, green.")
        let error = #expect(throws: SettingError.self) { try wrong[colour] }
        #expect(error?.message.description == "\"gren\" is not valid for --colour (command line).")
        #expect(error?.code == .settingFlag)
    }

    private let path = Setting<String?>("path", placeholder: "FILE", help: "")
}
