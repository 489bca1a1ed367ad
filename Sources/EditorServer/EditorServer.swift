/// The language server: from messages to answers.
package struct EditorServer {}
