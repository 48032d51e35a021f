import { testLabels } from '../registry.ts';
import { bareName, IP_ENDING, needless, prohibited, TOKEN_NAME } from './prohibited.ts';
import { stripChannelsCommand, stripCommand } from './strip-command.ts';

const { content, contentEndings, personEndings, secrets, secretEndings, channel, channelAddress } =
  prohibited;

const list = (names: readonly string[]): string =>
  `[${names.map((name) => JSON.stringify(bareName(name))).join(', ')}]`;

const ending = (names: readonly string[]): string => JSON.stringify(`(${names.map(bareName).join('|')})$`);

/**
 * The strip command's program. The names that occur are collected first, and only they are compared with the
 * table: an export has a few dozen of them and millions of keys. Then everything is built anew in one pass.
 */
export const stripProgram = `# Takes prompts, replies, credentials, and names and addresses of persons out of an export:
#   ${stripCommand}
#   ${stripChannelsCommand}
# Needs jq 1.6 or newer. Generated from the table of names that the service refuses.

def content: ${list(content)};
def content_ending: ${ending(contentEndings)};
def person_ending: ${ending(personEndings)};
def ip_ending: ${JSON.stringify(IP_ENDING.source)};
def secrets: ${list(secrets)};
def secret_ending: ${ending(secretEndings)};
def of_channels: ${list([...channel, ...channelAddress])};
def needless: ${list(needless.filter((name) => name !== TOKEN_NAME))};
def token_name: ${JSON.stringify(bareName(TOKEN_NAME))};
def test_labels: ${JSON.stringify(testLabels)};

# What a name falls under, compared without case, _ and -.
def rule($channels):
  test(ip_ending) as $ip
  | (ascii_downcase | gsub("[_-]"; "")) as $name
  | if $name | IN(needless[]) then "needless"
    elif $name == token_name then "token_name"
    elif $name | IN(content[]) then "content"
    elif $name | IN(secrets[]) or test(secret_ending) then "secret"
    elif $name | test(content_ending) then "content"
    elif $ip or ($name | test(person_ending)) then "person"
    elif $channels and ($name | IN(of_channels[])) then "secret"
    else empty end;

def nothing: . == null or . == "" or . == {} or . == [] or . == "{}" or . == "[]" or . == "null";
def numeric: type == "number" or type == "boolean" or (type == "string" and test("^-?[0-9]+([.][0-9]+)?$"));

# What discloses nothing stays.
def goes($rule):
  if . == null then false
  elif $rule == "needless" then true
  elif $rule == "token_name" then IN(test_labels[]) | not
  elif $rule == "content" then (nothing or numeric) | not
  elif $rule == "person" then (nothing or type == "boolean") | not
  elif $rule == "secret" then nothing | not
  else false end;

# What may hold objects: structures, and texts of them. Blanks sort before the first printable character.
def nested:
  if type == "string" then startswith("{") or startswith("[") or (. < "!" and . != "")
  else type == "object" or type == "array" end;
# The object or array in a text, or null. In an array, for jq 1.6 lets a try catch what goes wrong after it, too.
def opened: [try fromjson catch null][0] | if type == "object" or type == "array" then . else null end;

def objects_within:
  if type == "object" then ., (.[] | select(nested) | objects_within)
  elif type == "array" then .[] | select(nested) | objects_within
  else opened | select(. != null) | objects_within end;

# A channel within a row has the rules of a channel list.
def strip($rules; $of_channel):
  if type == "object" then
    . as $object
    | [$rules[] | select($object[.name] as $value | .rule as $rule | $value | goes($rule)) | [.name]] as $gone
    | if $gone == [] then . else delpaths($gone) end
    | reduce (keys_unsorted[] | select($object[.] | nested)) as $name (.;
        .[$name] = ($object[$name] | strip(if $name == "channel" then $of_channel else $rules end; $of_channel)))
  elif type == "array" then map(if nested then strip($rules; $of_channel) else . end)
  else
    opened as $inside
    | ($inside | if . == null then . else strip($rules; $of_channel) end) as $left
    | if $left == $inside then . else $left | tojson end
  end;

(reduce objects_within as $object ({}; . + $object) | keys_unsorted) as $names
| def rules($channels): [$names[] | {name: ., rule: rule($channels)}];
  rules(true) as $of_channel
| strip(if $ARGS.named.of == "channels" then $of_channel else rules(false) end; $of_channel)
`;
