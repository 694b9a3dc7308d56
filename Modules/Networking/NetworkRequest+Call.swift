import HTTPTypes

extension NetworkRequest {
    /// Makes a request of a call, for code that does not speak of HTTP's types.
    ///
    /// - Parameters:
    ///   - call: What is sent.
    ///   - isRepeatable: Whether it may be sent again; `nil` for what its method says.
    ///   - parse: Makes the value of a reply.
    package init(
        _ call: NetworkCall, isRepeatable: Bool? = nil, parse: @escaping Parser
    ) {
        self.init(call.method, call.address, fields: call.fields, body: call.body, parse: parse)
        maximumReply = call.maximumReply
        self.isRepeatable = isRepeatable ?? self.isRepeatable
    }
}

extension NetworkCall {
    /// The name of the method, in capital letters.
    package var methodName: String { method.rawValue }
}
