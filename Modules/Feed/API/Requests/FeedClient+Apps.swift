package import TenonCore
import TenonNetworking

/// What a server knows an application by; without it nobody can sign in.
package struct AppRegistration: FeedModel {
    /// The name of the application on the server.
    package let client: String
    /// What proves that it is the application.
    package let secret: SecretText

    package init(_ members: Members) throws {
        guard let client = members.words("client_id") else {
            throw ReadingFailure(member: "client_id")
        }
        guard let secret = members.secret("client_secret") else {
            throw ReadingFailure(member: "client_secret")
        }
        self.client = client
        self.secret = secret
    }
}

extension FeedClient {
    /// Makes the application known to the server.
    ///
    /// - Parameters:
    ///   - name: The name that the server shows.
    ///   - redirects: Where it may lead the person back to.
    ///   - scopes: What it may ask for.
    ///   - website: The page of the application; `nil` for none.
    package func register(
        _ name: String, redirects: [String], scopes: [String], website: String? = nil
    ) async throws -> AppRegistration {
        var pairs = [
            (name: "client_name", value: name),
            (name: "redirect_uris", value: redirects.joined(separator: "\n")),
            (name: "scopes", value: scopes.joined(separator: " ")),
        ]
        if let website { pairs.append(("website", website)) }
        return try await send(
            "POST", "/api/v1/apps", content: .form(pairs), parse: FeedReply.model)
    }
}
