import TenonCore
import Testing

@Suite struct ConfigurationTests {
    private let setting = Setting(
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
        let bare = Setting("bare", placeholder: "X", help: "")
        #expect(Configuration(environment: ["bare": "x", "BARE": "x"])[bare] == nil)
    }

    @Test("a switch is on when it is given, or its variable is anything but 0")
    func switches() {
        let loud = Setting("loud", placeholder: "", help: "", environmentVariable: "LOUD")
        #expect(loud.isSwitch && !setting.isSwitch)
        #expect(!Configuration().isOn(loud))
        #expect(Configuration(flags: ["loud": "1"]).isOn(loud))
        #expect(Configuration(environment: ["LOUD": "yes"]).isOn(loud))
        #expect(!Configuration(environment: ["LOUD": "0"]).isOn(loud))
        #expect(!Configuration(environment: ["LOUD": ""]).isOn(loud))
    }

    @Test("variables that are no settings can be read as well")
    func variables() {
        #expect(
            Configuration(environment: ["NO_COLOR": "1"]).environmentVariable("NO_COLOR") == "1")
        #expect(Configuration().environmentVariable("NO_COLOR") == nil)
    }

    @Test("a file comes after the environment and before the default, and says where")
    func files() {
        let place = SourcedValue.Place(path: "/etc/xdg/app/config.json", line: 3)
        let files = ["colour": SourcedValue("green", at: place)]
        let configuration = Configuration(environment: ["COLOUR": ""], files: files)
        #expect(configuration[setting] == "green")
        #expect(configuration.origin(of: setting) == .file(place))
        #expect("\(place)" == "/etc/xdg/app/config.json:3")
        let environment = Configuration(environment: ["COLOUR": "blue"], files: files)
        #expect(environment[setting] == "blue")
        #expect(environment.setting(setting, to: "red")[setting] == "red")
        #expect(configuration.setting(path, to: "x")[setting] == "green")
    }

    @Test("the origin of every value is known")
    func origins() {
        #expect(Configuration(flags: ["colour": ""]).origin(of: setting) == .flag)
        #expect(
            Configuration(environment: ["COLOUR": "blue"]).origin(of: setting)
                == .environment("COLOUR"))
        #expect(Configuration().origin(of: setting) == .standard)
        #expect(Configuration().origin(of: path) == .nothing)
    }

    @Test("kinds of build differ in defaults, and a setting chooses the kind")
    func flavours() {
        let delay = Setting(
            "delay", placeholder: "SECONDS", help: "", defaultValue: "30",
            flavourDefaults: [.test: "0", .debug: "5"])
        func configuration(_ flavour: String) -> Configuration {
            Configuration(flags: ["flavour": flavour])
        }
        #expect(configuration("release")[delay] == "30")
        #expect(configuration("release").origin(of: delay) == .standard)
        #expect(configuration("test")[delay] == "0")
        #expect(configuration("test").origin(of: delay) == .flavour(.test))
        #expect(
            Configuration(flags: ["delay": "1"], environment: ["TENON_FLAVOUR": "test"])[delay]
                == "1")
        #expect(Configuration(environment: ["TENON_FLAVOUR": "debug"])[delay] == "5")
        #expect(Configuration().flavour == .built)
        #expect(configuration("unknown").flavour == .built)
    }

    private let path = Setting("path", placeholder: "FILE", help: "")
}
