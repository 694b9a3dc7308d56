/// An answer that is an error for Docker, which compares some of these texts.
struct DockerRefusal: Error {
    static let notFound = DockerRefusal(text: "credentials not found in native keychain")
    static let noServer = DockerRefusal(text: "no credentials server URL")
    static let notText = DockerRefusal(text: "the server URL is not text in UTF-8")
    static let inputNotText = DockerRefusal(text: "the input is not text in UTF-8")
    static let noUserName = DockerRefusal(text: "no credentials username")

    let text: String
}
