-- Opens a file, breaks a rule, takes the way out, and renames a card: as a person does with Neovim's own client.
local root, program = vim.env.PACKAGE, vim.env.PROGRAM
local function say(line) io.stdout:write(line .. "\n") end
local function wait(what, condition)
  say(what .. ": " .. (vim.wait(30000, condition, 20) and "yes" or "no"))
end
vim.cmd("edit " .. root .. "/rules/rules.toml")
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "cardwright", cmd = { program, "lsp" }, root_dir = root })
vim.lsp.buf_attach_client(buffer, id)
wait("the server is there", function()
  local client = vim.lsp.get_client_by_id(id)
  return client and client.initialized
end)
local function replace(from, to)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = line:find(from, 1, true)
    if at then
      vim.api.nvim_buf_set_text(buffer, i - 1, at - 1, i - 1, at - 1 + #from, { to })
      return { line = i - 1, character = at - 1 }
    end
  end
end
replace("suit == moss", "suit == mosss")
wait("a wrong value is said", function() return #vim.diagnostic.get(buffer) == 1 end)
local found = vim.diagnostic.get(buffer)[1]
say(found.message:gsub("\n", " / "))
local range = {
  start = { line = found.lnum, character = found.col },
  ["end"] = { line = found.end_lnum, character = found.end_col },
}
local document = { uri = vim.uri_from_bufnr(buffer) }
local shown = { range = range, message = found.message, data = found.user_data.lsp.data }
local asked = { textDocument = document, range = range, context = { diagnostics = { shown } } }
local action = vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", asked, 30000)[id].result[1]
say(action.title)
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
wait("it is taken back", function() return #vim.diagnostic.get(buffer) == 0 end)
vim.cmd("edit " .. root .. "/cards/cards.toml")
buffer = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(buffer, id)
local place = replace("[cards.fern]", "[cards.fern]")
local renaming = {
  textDocument = { uri = vim.uri_from_bufnr(buffer) },
  position = { line = place.line, character = place.character + 8 },
  newName = "bracken",
}
local edit = vim.lsp.buf_request_sync(buffer, "textDocument/rename", renaming, 30000)[id].result
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
say(table.concat(vim.api.nvim_buf_get_lines(buffer, 4, 5, false)))
vim.cmd("qa!")
