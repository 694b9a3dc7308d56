/// The pages for people; each says that this is a demonstration.
enum SignInPage {
    private static let style = """
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
        label { display: block; margin: 1rem 0 } input { display: block; font: inherit; width: 100% }
        button { font: inherit; padding: .4rem 1rem; margin-right: 1rem } [role=alert] { color: #a00 }
        """

    private static func page(_ title: String, _ content: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>\(style)</style></head><body><main><h1>\(title)</h1>
        \(content)
        <p><small>This is a demonstration: nobody here is real, and pictures are made on the spot. Do not
        type a password that you use elsewhere.</small></p></main></body></html>

        """
    }

    /// The page at the root.
    static func welcome(server: String) -> String {
        page(
            "PhotoFeed demonstration",
            """
            <p>Sign in with PhotoFeed, or another program for Mastodon, at
            <strong>\(HTMLText.escaped(server))</strong>, as <strong>ana</strong> with the password
            <strong>\(SignIn.password)</strong>.</p>
            """)
    }

    /// The question whether an application may act for a person.
    ///
    /// - Parameters:
    ///   - app: The name of the application.
    ///   - scopes: What it wants to do.
    ///   - hidden: Names and values that come back with the answer.
    ///   - problem: What was wrong with the answer before; `nil` for nothing.
    static func question(
        app: String, scopes: String, hidden: [(name: String, value: String)], problem: String?
    ) -> String {
        let fields = hidden.map {
            "<input type=\"hidden\" name=\"\($0.name)\" value=\"\(HTMLText.escaped($0.value))\">"
        }.joined(separator: "\n")
        let alert = problem.map { "<p role=\"alert\">\($0)</p>" } ?? ""
        return page(
            "Sign in",
            """
            <p><strong>\(HTMLText.escaped(app))</strong> would like to act for you:
            \(HTMLText.escaped(scopes)).</p>
            \(alert)
            <form method="post" action="/oauth/authorize">
            \(fields)
            <label>Name, such as ana <input name="username" autocomplete="username" autofocus></label>
            <label>Password, here always \(SignIn.password)
            <input name="password" type="password" autocomplete="current-password"></label>
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny">Do not allow</button>
            </form>
            """)
    }

    /// The code for a person to copy.
    static func code(_ code: String) -> String {
        page(
            "Signed in",
            "<p>Copy this code into the program:</p><p><code id=\"code\">\(code)</code></p>")
    }

    /// What is wrong with a link to the question; it must not lead back to where the link says.
    static func notPossible(_ problem: String) -> String {
        page("Not possible", "<p>\(problem)</p>")
    }
}
