# SPDX-License-Identifier: MIT
"""Commands do what their words say."""

from world import World, expect


def open_with_takes_the_application_that_is_named(bin):
    with World(bin) as world:
        world.application("com.example.pak", "public.data", program="/bin/true")
        world.application("com.example.pa\u212a", "public.jpeg", program="/bin/false", name="kelvin")
        file = world.write(world.path("p.jpg"), "")
        outcome = world.do("open", "--with", "com.example.pak", "--print", file)
        expect(outcome.text.startswith("/bin/true"), str(outcome))


def a_url_with_an_escape_that_is_none_is_refused(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.write(world.path("a\x01"), "")
        file = f"file://{world.path('a').decode()}%+1"
        outcome = world.ask("open", "--print", file)
        expect(outcome.status == 3, str(outcome))


def a_url_of_this_host_is_of_this_host_in_any_case(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        file = world.write(world.path("a.txt"), "")
        outcome = world.ask("open", "--print", f"file://LOCALHOST{file.decode()}")
        expect(outcome.status == 0, str(outcome))


def a_line_with_a_nul_is_not_opened(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data", schemes=["http"])
        for options in [["--print"], ["--print", "--json"]]:
            outcome = world.ask("open", "--stdin", *options, input=b"http://a/b\0c\n")
            expect(
                outcome.status != 0 and b"http://a/b" not in outcome.output, f"{options}: {outcome}")
