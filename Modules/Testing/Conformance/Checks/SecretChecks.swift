/// A secret is made where it is kept, is in sight only when a person wants it, and says how strong it is.
enum SecretChecks {
    static let all = [making, strength, revealing]

    private static let label = "New secret"

    private static let making = ConformanceCheck(
        "a secret is made in its field, in sight unless that would stay to be read"
    ) { conductor in
        let spare = "sp4re-Jx"
        try await conductor.start("secret")
        try await conductor.expect("A keeper", "It keeps a secret of 0 bytes.")
        try await conductor.expectNever(SecretSample.short)
        try await conductor.driver.fill("Spare key", with: .secret(spare))
        try await conductor.driver.fill("Who keeps it", with: .text("Bo"))
        try await make("Make a short one", SecretSample.short, conductor)
        try await make("Make a long one", SecretSample.long, conductor)
        try await conductor.choose(
            "Keep the secret", see: "It keeps a secret of 23 bytes.", "In reserve: 8 bytes.",
            "Kept by Bo.")
        try await conductor.expectNever(spare)
    }

    private static func make(
        _ title: String, _ secret: String, _ conductor: Conductor
    ) async throws {
        try await conductor.choose(title, on: label)
        if !conductor.driver.showsMadeSecrets {
            try await conductor.expect("As strong as \(secret.count) oxen.")
            try await conductor.expectNever(secret)
            try await conductor.choose("Reveal", on: label)
        }
        try await conductor.expect(secret)
    }

    private static let strength = ConformanceCheck("a secret says how strong it is") { conductor in
        try await conductor.start("secret")
        try await conductor.choose("Make a short one", on: label, see: "As strong as 10 oxen.")
        try await conductor.driver.fill(label, with: .secret("typed-5Qw"))
        if conductor.driver.hearsTyping { try await conductor.expect("As strong as 9 oxen.") }
        try await conductor.choose("Keep the secret", see: "It keeps a secret of 9 bytes.")
    }

    private static let revealing = ConformanceCheck(
        "a secret that was typed is in sight while a person wants it"
    ) { conductor in
        let secret = "typed-5Qw-kx"
        try await conductor.start("secret")
        try await conductor.driver.fill(label, with: .secret(secret))
        try await conductor.expectNever(secret)
        try await conductor.choose("Reveal", on: label, see: secret)
        try await conductor.choose("Conceal", on: label)
        try await conductor.wait("the secret is concealed") { !DriverText.contains($0, secret) }
        try await conductor.choose("Keep the secret", see: "It keeps a secret of 12 bytes.")
    }
}
