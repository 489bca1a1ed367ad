extension LSP {
  /// The beginning of a session: the folders, and the abilities of the client.
  package struct InitializeParams: Sendable, Hashable, Decodable {
    /// A folder of the workspace.
    package struct WorkspaceFolder: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
    }

    /// The options of this server.
    package struct Options: Sendable, Hashable, Decodable {
      /// The paths of the programs to read, in place of those that are found.
      package var programs: [String]?
    }

    package var rootPath: String?
    package var rootUri: DocumentURI?
    package var workspaceFolders: [WorkspaceFolder]?
    package var initializationOptions: Options?
    package var capabilities: ClientCapabilities

    /// The paths of the folders; those of former versions of the protocol only if there are no
    /// others.
    package var rootPaths: [String] {
      let folders = (workspaceFolders ?? []).compactMap(\.uri.path)
      guard folders.isEmpty else { return folders }
      return [rootUri?.path ?? rootPath].compactMap { $0 }
    }
  }

  /// The answer to the beginning of a session.
  package struct InitializeResult: Sendable, Encodable {
    package struct ServerInfo: Sendable, Encodable {
      package var name: String
      package var version: String
    }

    package var capabilities: ServerCapabilities
    package var serverInfo: ServerInfo

    package init(capabilities: ServerCapabilities, name: String, version: String) {
      self.capabilities = capabilities
      serverInfo = ServerInfo(name: name, version: version)
    }
  }
}
