import TenonCore
import Testing

@Suite struct UserPlacesTests {
    private func places(
        _ environment: [String: String], name: String = "My App", flags: [String: String] = [:]
    ) -> UserPlaces {
        UserPlaces(
            of: ApplicationInfo(name: name, executable: "my-app-web", version: "1", scheme: "my"),
            in: Configuration(flags: flags, environment: environment))
    }

    private func paths(_ places: UserPlaces) -> [String] { places.configuration.map(\.path) }

    @Test("without variables they are below the home folder and in /etc")
    func defaults() {
        let places = places(["HOME": "/home/ada"])
        #expect(places.data == "/home/ada/.local/share/my-app")
        #expect(places.state == "/home/ada/.local/state/my-app")
        #expect(places.cache == "/home/ada/.cache/my-app")
        #expect(places.runtime == "/home/ada/.local/state/my-app/run")
        #expect(paths(places) == ["/home/ada/.config/my-app", "/etc/xdg/my-app"])
        #expect(places.configuration.map(\.isPersonal) == [true, false])
    }

    @Test("the flavour of tests has folders of its own, and so has every edition")
    func editions() {
        let test = places(["HOME": "/home/ada", "TENON_FLAVOUR": "test"])
        #expect(test.data == "/home/ada/.local/share/my-app-test")
        #expect(test.state == "/home/ada/.local/state/my-app-test")
        #expect(paths(test) == ["/home/ada/.config/my-app-test", "/etc/xdg/my-app-test"])
        for flavour in ["debug", "release"] {
            let other = places(["HOME": "/home/ada"], flags: ["flavour": flavour])
            #expect(other == places(["HOME": "/home/ada"]))
        }
        let named = places(["HOME": "/home/ada"], flags: ["edition": "../Next one/"])
        #expect(named.data == "/home/ada/.local/share/my-app-next-one")
        let plain = places(["HOME": "/h", "TENON_FLAVOUR": "test"], flags: ["edition": ""])
        #expect(plain.data == "/h/.local/share/my-app")
    }

    @Test("the variable of the application names one folder for every edition")
    func editionsAtHome() {
        let home = ["HOME": "/home/ada", "MY_APP_HOME": "/all"]
        let test = places(home, flags: ["flavour": "test"])
        #expect(test.data == "/all" && test.state == "/all/state" && paths(test).first == "/all")
    }

    @Test("the variables of XDG name other places, several for the system")
    func variables() {
        let places = places([
            "HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config",
            "XDG_CONFIG_DIRS": "/one:relative::/two", "XDG_STATE_HOME": "/state",
            "XDG_CACHE_HOME": "/cache", "XDG_RUNTIME_DIR": "/runtime",
        ])
        #expect(places.cache == "/cache/my-app")
        #expect(places.runtime == "/runtime/my-app")
        #expect(places.data == "/data/my-app")
        #expect(places.state == "/state/my-app")
        #expect(paths(places) == ["/config/my-app", "/one/my-app", "/two/my-app"])
    }

    @Test("relative and empty paths are ignored")
    func relative() {
        let places = places([
            "HOME": "/home/ada", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "",
            "XDG_CONFIG_DIRS": "relative", "MY_APP_HOME": "home",
        ])
        #expect(places == self.places(["HOME": "/home/ada"]))
    }

    @Test("a variable of the application puts all files of the person into one folder")
    func ownHome() {
        let places = places(["HOME": "/home/ada", "MY_APP_HOME": "/test", "XDG_DATA_HOME": "/data"])
        #expect(places.data == "/test")
        #expect(places.state == "/test/state")
        #expect(places.cache == "/test/cache")
        #expect(places.runtime == "/test/run")
        #expect(paths(places) == ["/test", "/etc/xdg/my-app"])
    }

    @Test("without a home folder there is no place for data, and none for personal configuration")
    func homeless() {
        let places = places([:])
        #expect(paths(places) == ["/etc/xdg/my-app"])
        let error = #expect(throws: PersistenceError.self) { try places.dataFile("storage.db") }
        #expect(error?.code == .persistenceNoHome)
        #expect(error?.code.status == .configuration)
    }

    @Test(
        "folders are called by the name in small ASCII letters",
        arguments: [
            ("Wallet", "wallet"), ("My  App 2", "my-app-2"), ("../x/", "x"), ("Müller", "m-ller"),
            ("漢", "application"), ("", "application"),
        ])
    func folderName(_ name: String, _ folder: String) {
        #expect(places(["HOME": "/h"], name: name).data == "/h/.local/share/\(folder)")
    }
}
