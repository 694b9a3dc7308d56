import Foundation
import TestSupport
import Testing

@Suite("tools/run")
struct RunTests {
    @Test("Explains itself on standard output", arguments: ["-h", "--help"])
    func help(flag: String) async throws {
        let result = try await Checkout.script("run").run(flag)
        #expect(result.status == 0)
        #expect(
            result.output.hasPrefix(
                "Usage: tools/run [line|terminal|web|desktop|headless] [--demo]"))
        #expect(result.errors == "")
    }

    @Test(
        "Answers an unknown word with the one that was probably meant",
        arguments: [
            ("wbe", "web"), ("browser", "web"), ("headles", "headless"), ("json", "headless"),
            ("lien", "line"), ("tui", "terminal"), ("terminla", "terminal"), ("desk", "desktop"),
            ("window", "desktop"), ("server", "sync"), ("demo", "--demo"), ("--dmeo", "--demo"),
            ("postgresql", "--postgres"), ("-help", "--help"), ("?", "--help"),
            ("banana", "--help"),
        ])
    func unknownWord(word: String, meant: String) async throws {
        let result = try await Checkout.script("run").run(word)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(
            result.errors.hasPrefix(
                "tools/run: '\(word)' is not known here. Did you mean '\(meant)'?\n"))
    }

    @Test("Refuses two front ends")
    func twoFrontEnds() async throws {
        let result = try await Checkout.script("run").run("web", "line")
        #expect(result.status == 64)
        #expect(result.errors.contains("both 'web' and 'line'"))
    }

    @Test("Starts the chosen program and hands it what follows '--' and its own exit status")
    func arguments() async throws {
        let programs = try CommandFolder()
        try programs.add("wallet-headless", #"printf '<%s>' "$@"; exit 78"#)
        let run = Checkout.script("run", environment: environment(programs))
        let result = try await run.run("headless", "--", "--demo", "two words")
        #expect(result.output == "<--demo><two words>")
        #expect(result.errors == "")
        #expect(result.status == 78)
    }

    @Test("Starts PhotoFeed in the chosen front end, which has no sync server")
    func photoFeed() async throws {
        let programs = try CommandFolder()
        try programs.add("photofeed", #"printf '<%s>' line "$@""#)
        try programs.add("photofeed-web", #"printf '<%s>' web "$@""#)
        let run = Checkout.script("run", environment: environment(programs))
        #expect(try await run.run("photofeed").output == "<line>")
        #expect(try await run.run("photofeed", "web", "--", "x").output == "<web><x>")
        #expect(try await run.run("photofeed", "sync").status == 64)
    }

    @Test("Starts the sync server, which has no demo")
    func sync() async throws {
        let programs = try CommandFolder()
        try programs.add("wallet-sync", #"printf '<%s>' "$@""#)
        let run = Checkout.script("run", environment: environment(programs))
        #expect(try await run.run("sync", "--", "--listen", "x").output == "<--listen><x>")
        let demo = try await run.run("sync", "--demo")
        #expect(demo.status == 64)
        #expect(demo.errors == "tools/run: a sync server has no vault; leave out --demo.\n")
        let postgres = try await run.run("web", "--postgres")
        #expect(postgres.status == 64)
        #expect(postgres.errors == "tools/run: --postgres is for 'sync'; vaults are files.\n")
    }

    @Test("Shows what the compiler said when the build fails, and starts nothing")
    func buildFails() async throws {
        let compiler = try CommandFolder()
        try compiler.add(
            "swift",
            """
            if [[ $1 == --version ]]; then echo 'Swift version 6.3.1'; exit; fi
            echo 'Main.swift:1:1: error: no such word'
            exit 1
            """)
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        let run = Checkout.script("run", environment: compiler.environment(before: path))
        let result = try await run.run("headless")
        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(
            result.errors == """
                Main.swift:1:1: error: no such word
                The build of wallet-headless failed; the reason is above.

                """)
    }

    // MARK: - The demo

    @Test("Makes a private sample vault, away from real ones, says its passphrase, and removes it")
    func demo() async throws {
        let programs = try CommandFolder()
        try programs.add(
            "wallet",
            """
            if (($#)); then
                key=$WALLET_HOME/passphrase
                modes=$(stat -c %a "$WALLET_HOME" "$key" | xargs)
                printf '%s | %s | %s\\n' "$*" "$modes" "$(cat "$key")" >>\(programs.path)/calls
            else
                find "$WALLET_HOME" ${WALLET_VAULT-} | sort
                [[ $WALLET_AGENT == off && $WALLET_UNLOCK_AT_START == true ]] &&
                    [[ $WALLET_PASSPHRASE_FILE == $WALLET_HOME/passphrase ]]
            fi
            """)
        var environment = environment(programs)
        environment["WALLET_VAULT"] = "/a/real/vault"
        let result = try await Checkout.script("run", environment: environment).run("--demo")
        #expect(result.status == 0)

        let files = result.output.split(separator: "\n").map(String.init)
        let home = try #require(files.first)
        #expect(home.wholeMatch(of: /\/\S*\/wallet-demo\.\w{6}/) != nil)
        #expect(files.dropFirst() == ["\(home)/passphrase"], "No other file is left in it")
        let passphrase = try #require(
            result.errors.split(separator: "\n").last { $0.hasPrefix("    ") }?
                .trimmingCharacters(in: .whitespaces))
        #expect(passphrase.wholeMatch(of: /[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}/) != nil)

        let key = "--passphrase-file \(home)/passphrase"
        let sample = "\(Checkout.folder)/tools/demo-logins.csv"
        #expect(
            programs.notes("calls") == """
                init \(key) --no-input | 700 600 | \(passphrase)
                import \(sample) \(key) --yes | 700 600 | \(passphrase)

                """)
        try await removed(home)
    }

    @Test("Removes the sample vault and reports the error when it cannot be filled")
    func demoFails() async throws {
        let programs = try CommandFolder()
        try programs.add("wallet", #"echo "$WALLET_HOME" >&2; exit 73"#)
        let run = Checkout.script("run", environment: environment(programs))
        let result = try await run.run("headless", "--demo")
        #expect(result.status == 73)
        #expect(result.output == "")
        try await removed(result.errors.trimmingCharacters(in: .newlines))
    }

    /// Programs that answer as those of PhotoFeed do, and what allows them to sign in.
    private func photoFeedPrograms() throws -> CommandFolder {
        let programs = try CommandFolder()
        try programs.add(
            "photofeed-server",
            """
            printf '%s\\n' "$*" >\(programs.path)/server-calls
            echo http://127.0.0.1:1
            exec tail --pid="$PPID" -f /dev/null
            """)
        try programs.add(
            "photofeed-headless",
            #"""
            while read -r line; do
                printf '%s\n' "$line" >>\#(programs.path)/asked
                case $line in
                *'"look"'*) echo '{"id":"server"}' ;;
                *'"ask"'*) echo '{"address":"http:\/\/127.0.0.1:1\/authorize?state=s&x=1"}' ;;
                *'"enter"'*) echo '{"location":"feed"}' ;;
                *'"end"'*) exit ;;
                esac
            done
            """#)
        try programs.add(
            "curl",
            #"""
            printf '%s\n' "$*" >>\#(programs.path)/fetched
            case $* in
            *decision=allow*) echo '<p><code class="code">c-1</code></p>' ;;
            *) echo '<input type="hidden" name="state" value="s&amp;t">' ;;
            esac
            """#)
        try programs.add(
            "photofeed",
            #"""
            printf '<%s>' "$PHOTOFEED_HOME" "$PHOTOFEED_TOKEN_FILES" "$TENON_LOCAL_IMAGES" "$@"
            """#)
        return programs
    }

    @Test("Starts a server of photographs, signs in away from real ones, and removes it")
    func photoFeedDemo() async throws {
        let programs = try photoFeedPrograms()
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        var environment = environment(programs)
        environment.merge(programs.environment(before: path)) { $1 }
        environment["TENON_PROGRAMS"] = programs.path
        environment["PHOTOFEED_HOME"] = "/a/real/home"
        let result = try await Checkout.script("run", environment: environment)
            .run("photofeed", "--demo", "--", "--open", "feed")
        #expect(result.status == 0, "\(result.errors)")

        let said = try #require(result.output.firstMatch(of: /<([^>]*)>(<.*)/))
        let home = String(said.1)
        let folder = try #require(home.wholeMatch(of: /(\/\S*\/photofeed-demo\.\w{6})\/home/)).1
        #expect(said.2 == "<true><true><--open><feed>")
        #expect(result.errors.contains("You are signed in as ana"))
        #expect(
            programs.notes("server-calls") == "--listen 127.0.0.1:0 --folder \(folder)/server\n")
        let asked = try #require(programs.notes("asked"))
        #expect(asked.contains(#""server": "http://127.0.0.1:1""#))
        #expect(asked.contains(#""code": "c-1""#))
        let fetched = try #require(programs.notes("fetched"))
        #expect(fetched.contains("state=s&t"))
        #expect(fetched.contains("username=ana"))
        try await removed(String(folder))
    }

    @Test("Says why the server of photographs does not start, and leaves nothing behind")
    func photoFeedDemoFails() async throws {
        let programs = try photoFeedPrograms()
        try programs.add("photofeed-server", #"echo "The folder $4 is full." >&2; exit 73"#)
        let run = Checkout.script("run", environment: environment(programs))
        let result = try await run.run("photofeed", "headless", "--demo")
        #expect(result.status == 1)
        #expect(result.output == "")
        let said = try #require(result.errors.wholeMatch(of: /The folder (\S+)\/server is full.\n/))
        try await removed(String(said.1))
    }

    @Test("The sample has 60 logins on names that are reserved for examples")
    func sample() throws {
        let file = "\(Checkout.folder)/tools/demo-logins.csv"
        let rows = try String(contentsOfFile: file, encoding: .utf8)
            .components(separatedBy: "\r\n").dropFirst()
        #expect(rows.count == 60)
        for row in rows {
            let site = try #require(URL(string: String(row.split(separator: "\"")[0])))
            let host = try #require(site.host())
            let reserved = ["example.com", "example.org", "example.net", ".example", ".test"]
            #expect(reserved.contains(where: host.hasSuffix), "\(host)")
        }
    }

    private func environment(_ programs: CommandFolder) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["TENON_PROGRAMS": programs.path]) { $1 }
    }

    /// Waits until a folder is gone; the script removes it right after its own end.
    private func removed(_ folder: String) async throws {
        try #require(folder.hasPrefix("/"))
        try await until("the end of the folder \(folder)") {
            !FileManager.default.fileExists(atPath: folder)
        }
    }
}
