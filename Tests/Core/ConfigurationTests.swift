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
}
