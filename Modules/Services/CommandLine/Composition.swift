import TenonCore

/// What an executable is put together from, beside the plugins that are linked.
struct Composition: Sendable {
    let info: ApplicationInfo
    let plugins: [any Plugin.Type]
    let providing: @Sendable (inout Registrar) -> Void

    /// The application with the values of its settings.
    func application(
        _ configuration: Configuration,
        alsoProviding more: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) -> Application {
        Application(
            info, configuration: configuration, plugins: plugins,
            frontEndPlugin: configuration[SettingTable.frontEnd]
        ) { [providing] registrar in
            providing(&registrar)
            more(&registrar)
        }
    }
}
